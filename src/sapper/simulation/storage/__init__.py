"""The file of a run, and the folder of its recorded games."""
