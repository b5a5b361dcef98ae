"""What every game shares: bits, random words, tuples, the contract, the registry, the compiler."""
