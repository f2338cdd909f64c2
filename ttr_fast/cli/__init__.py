"""The command `ttr-fast`. One file a command; `main` puts them together."""
