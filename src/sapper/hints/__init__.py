"""What people can see in a position: deductions, the reasons for them, and guesses."""
