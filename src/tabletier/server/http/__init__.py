"""The house over HTTP: everything a socket offers, and the rest. OpenAPI at /api/openapi.json."""
