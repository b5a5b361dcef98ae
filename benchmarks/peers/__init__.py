"""The house beside its peers: two games that others have as well, and one run that compares."""
