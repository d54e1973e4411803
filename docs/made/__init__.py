"""What the site makes of the package while it is built."""
