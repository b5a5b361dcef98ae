"""Who is who: guests at once, accounts for those who want one, tokens for bots."""
