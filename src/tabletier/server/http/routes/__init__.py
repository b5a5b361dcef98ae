"""Everything that can be asked over HTTP, a module for each subject."""
