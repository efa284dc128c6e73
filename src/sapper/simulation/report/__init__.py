"""What a run found out, as text, tables, pages and plots."""
