"""Playing the games of a run: in chunks, on workers, on this machine or a cluster."""
