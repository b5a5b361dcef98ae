"""A table as a value: its log, what the log adds up to, and what an order adds to the log.

Everything here is pure: no clock is read, nothing is stored or sent.
"""
