"""How requests come in and answers go out: HTTP, WebSocket, files of the page."""
