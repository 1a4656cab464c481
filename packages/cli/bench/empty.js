// An empty program, as the baseline of the startup benchmark.
