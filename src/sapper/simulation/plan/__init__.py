"""What a run plays, and when it stops."""
