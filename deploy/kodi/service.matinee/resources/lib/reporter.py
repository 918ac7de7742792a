"""Reports what Kodi plays to a tracker of Matinee: notifications of Kodi, completed, as JSON over HTTP.

The interface of Kodi: https://kodi.wiki/view/JSON-RPC_API/v13. What the tracker reads: docs/api-extensions.md,
"Webhooks of media servers".
"""

import json
import urllib.error
import urllib.request

import xbmc
import xbmcaddon

# Seconds between two looks at the position, and looks between two reports of it.
LOOK = 5
LOOKS = 6
# Seconds for the tracker to answer.
TIMEOUT = 10
# Notifications that wait for a tracker that does not answer.
MOST_WAITING = 200

EVENTS = {"Player.OnAVStart", "Player.OnPause", "Player.OnResume", "Player.OnSeek", "Player.OnStop"}
ITEM = ["title", "showtitle", "season", "episode", "year", "uniqueid", "tvshowid"]


def ask(method, params):
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return json.loads(xbmc.executeJSONRPC(json.dumps(request))).get("result")


def what_plays():
    """The item with its ids, and the position; None: no film and no episode is played."""
    for player in ask("Player.GetActivePlayers", {}) or []:
        if player.get("type") != "video":
            continue
        place = {"playerid": player["playerid"]}
        item = (ask("Player.GetItem", {**place, "properties": ITEM}) or {}).get("item") or {}
        position = ask("Player.GetProperties", {**place, "properties": ["time", "totaltime"]}) or {}
        if item.get("type") not in ("movie", "episode"):
            return None
        show = item.get("tvshowid", -1)
        if show > 0:
            details = ask("VideoLibrary.GetTVShowDetails", {"tvshowid": show, "properties": ["uniqueid"]})
            item["tvshow"] = (details or {}).get("tvshowdetails") or {}
        return {"item": item, "player": position}
    return None


class Reporter(xbmc.Monitor):
    def __init__(self):
        super().__init__()
        self.playing = None
        self.waiting = []

    def onNotification(self, sender, method, data):
        if method not in EVENTS:
            return
        if method != "Player.OnStop":
            self.playing = what_plays()
            self.report(method, {})
            return
        # The player has no position any more: the last one counts.
        self.report(method, {"end": bool((json.loads(data) or {}).get("end"))})
        self.playing = None

    def report(self, method, more):
        if self.playing is None:
            return
        params = {"sender": "xbmc", "data": {**self.playing, **more}}
        self.waiting.append(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))
        del self.waiting[:-MOST_WAITING]

    def send(self):
        address = xbmcaddon.Addon().getSetting("address").strip()
        while self.waiting and address:
            body = self.waiting[0].encode("utf-8")
            request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
            try:
                urllib.request.urlopen(request, timeout=TIMEOUT).close()
            except urllib.error.HTTPError as error:
                xbmc.log("Matinee: the tracker answers " + str(error.code), xbmc.LOGWARNING)
                if error.code >= 500 or error.code == 429:
                    return
            except OSError as error:
                xbmc.log("Matinee: the tracker does not answer: " + type(error).__name__, xbmc.LOGWARNING)
                return
            self.waiting.pop(0)

    def run(self):
        looks = 0
        while not self.waitForAbort(LOOK):
            if self.playing is not None:
                self.playing = what_plays() or self.playing
                looks += 1
                if looks % LOOKS == 0:
                    self.report("Player.OnPlay", {})
            self.send()
        self.send()
