"""How long the kit takes, beside the plain way of doing the same.

``python -m benchmarks`` (or ``make bench``) prints one table. Each module with a function
``rows`` is one subject; :mod:`benchmarks.__main__` lists them.
"""
