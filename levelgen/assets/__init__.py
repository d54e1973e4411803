"""The files that come with levelgen, and the script that draws them."""
