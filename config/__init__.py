"""Settings, addresses and processes. Reads the environment; holds no rules."""
