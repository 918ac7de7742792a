import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startService } from '../../src/service/start-service';

// The add-on of Kodi with stand-ins of Kodi's two modules, against the tracker on a socket.

const ADD_ON = fileURLToPath(new URL('../../deploy/kodi/service.matinee', import.meta.url));

/** An episode is begun, played for a while and stopped. Each look at the position is 600 s later. */
const STAND_INS = {
  xbmc: `
import json
LOGWARNING = 2
def log(text, level): print(text)
seconds = 0
ANSWERS = {
  "Player.GetActivePlayers": lambda: [{"playerid": 1, "type": "video"}],
  "Player.GetItem": lambda: {"item": {"type": "episode", "title": "x", "showtitle": "Breaking Bad", "season": 1,
    "episode": 2, "year": 2008, "uniqueid": {"tvdb": "349235"}, "tvshowid": 7}},
  "VideoLibrary.GetTVShowDetails": lambda: {"tvshowdetails": {"tvshowid": 7, "uniqueid": {"tmdb": "1396"}}},
}
def executeJSONRPC(text):
  global seconds
  method = json.loads(text)["method"]
  if method == "Player.GetProperties":
    seconds += 600
    time = lambda s: {"hours": s // 3600, "minutes": s // 60 % 60, "seconds": s % 60, "milliseconds": 0}
    return json.dumps({"result": {"time": time(seconds), "totaltime": time(2820)}})
  return json.dumps({"result": ANSWERS[method]()})
class Monitor:
  turns = 0
  def waitForAbort(self, seconds):
    self.turns += 1
    if self.turns == 1: self.onNotification("xbmc", "Player.OnAVStart", "{}")
    if self.turns == 4: self.onNotification("xbmc", "Player.OnStop", json.dumps({"end": False}))
    return self.turns == 6
`,
  xbmcaddon: `
import os
class Addon:
  def getSetting(self, name): return os.environ["ADDRESS"]
`,
};

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)('what Kodi plays is in the tracker, with its last position', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-kodi-'));
  const service = await startService({ dataDir: ':memory:', log: () => undefined });
  try {
    for (const [name, text] of Object.entries(STAND_INS)) writeFileSync(join(folder, `${name}.py`), text);
    const { id } = await service.store.users.ensureOwner();
    const key = await service.store.keys.create(id, 'sk', 'Kodi', { scope: 'scrobble' });
    const add = spawn('python3', ['-B', join(ADD_ON, 'service.py')], {
      env: { ...process.env, PYTHONPATH: folder, ADDRESS: `${service.baseUrl}/matinee/webhooks/kodi/${key}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [add.stdout, add.stderr])
      stream.on('data', (part: Buffer) => (text += part.toString()));
    const code = await new Promise((resolve) => {
      add.once('close', resolve);
    });
    expect([code, text]).toEqual([0, '']);
    // 600 s at the begin, and three looks until it was stopped.
    expect(await service.store.sessions.latest(id, { limit: 10 })).toMatchObject([
      { media: 'episode:1396:1:2', progress: 2400, duration: 2820, watchedAt: null },
    ]);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
