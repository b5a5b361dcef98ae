"""Mining puzzles: positions out of matches, measured, reviewed by a longer search, and rated."""
