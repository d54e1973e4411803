"""The studio: a page on this machine that shows a recipe's level while the recipe is written.

The page (`page/`) talks over one WebSocket to a `Session`, which has recipes read and levels made in processes
of their own (`lane`, `worker`), so that a slow one can be given up when the next change comes.
"""
