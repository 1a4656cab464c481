// Nothing, so that there is something to compare with.
