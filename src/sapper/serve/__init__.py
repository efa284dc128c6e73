"""Serves the page to browsers, and gives it what needs Python: strategies in Python.

The engine of the page runs in the browser, and all games stay there. `page_server` sends the files of `page`,
opens one WebSocket for each tab, and runs the processes that answer over it. `helper` is such a process: it
does what the page's own helpers do.
"""
