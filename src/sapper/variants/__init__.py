"""Rules in which a needless guess loses, or a forced one never does."""
