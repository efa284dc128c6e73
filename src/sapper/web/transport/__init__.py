"""Reads requests and sends answers: HTTP, the WebSocket, the files of the page."""
