"""Kodi runs this file while the add-on is enabled."""

from resources.lib.reporter import Reporter

if __name__ == "__main__":
    Reporter().run()
