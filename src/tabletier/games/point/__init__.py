"""Point (Piatnik, about 1975): exchange pawns with the bank until your row is of one colour."""
