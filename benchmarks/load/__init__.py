"""Many tables at once, at our house and at a peer's: see benchmarks/server_load.py."""
