"""The table server: matches that people play in a browser, with each other and with computers. Imports nothing by itself."""
