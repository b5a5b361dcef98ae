"""Work that takes a while: hints and analyses, and opponents that think on other machines."""
