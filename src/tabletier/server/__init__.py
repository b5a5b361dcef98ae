"""The open house: tables, people, live play, and a log in which nothing is lost."""
