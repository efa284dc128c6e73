"""What a run is to play, and when it stops."""
