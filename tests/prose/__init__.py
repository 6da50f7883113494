"""What the tests need to read the text of lessons, exercises and the teacher's pages."""
