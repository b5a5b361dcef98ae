"""The laboratory: bulk play, balance studies and benchmarks over every game of the shelf."""
