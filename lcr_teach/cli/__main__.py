"""``python -m lcr_teach.cli``, for where the command itself is not on the path."""

from lcr_teach.cli import main

if __name__ == "__main__":
    main(prog_name="lcr-teach")
