"""What the house says, declared once: OpenAPI and the types of the page are made of this.

Nothing is checked against these shapes while people play; a test plays whole matches and checks
every message.
"""
