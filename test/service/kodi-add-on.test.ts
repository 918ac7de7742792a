import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
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

// What the add-on repository of Kodi refuses: github.com/xbmc/addon-check.
describe('the rules of the add-on repository', () => {
  const read = (path: string) => readFileSync(join(ADD_ON, path));
  const addOn = read('addon.xml').toString();
  const asset = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(addOn)?.[1] ?? '';

  test('it is named as its folder, and of the version of the package', () => {
    expect(addOn).toContain(`<addon id="service.matinee" name="Matinee" version="${packageJson.version}"`);
    for (const name of ['summary', 'description', 'disclaimer'])
      expect(addOn).toMatch(new RegExp(`<${name} lang="en_GB">[^<]{10,1500}</${name}>`));
    expect(asset('news')).toContain(packageJson.version);
  });

  test('its licence is that of the project, and is beside it', () => {
    expect(asset('license')).toBe('MIT');
    expect(read('LICENSE.txt').toString()).toBe(readFileSync('LICENSE', 'utf8'));
  });

  test('it speaks every language of the extension', () => {
    const folder = join('resources', 'language');
    const known = readdirSync('public/_locales').map((name) => name.slice(0, 2));
    const spoken = readdirSync(join(ADD_ON, folder)).map((name) => name.replace('resource.language.', ''));
    expect(spoken.map((name) => name.slice(0, 2)).toSorted()).toEqual(known.toSorted());
    const numbersOf = (name: string) =>
      read(join(folder, `resource.language.${name}`, 'strings.po'))
        .toString()
        .match(/#\d+/g);
    for (const name of spoken) {
      expect(numbersOf(name)).toEqual(numbersOf('en_gb'));
      const language = name.replace(/_\w+/, (country) => country.toUpperCase());
      for (const element of ['summary', 'description', 'disclaimer'])
        expect(addOn).toContain(`<${element} lang="${language}">`);
    }
  });

  test('its icon is a solid PNG of 512×512, its fanart a JPEG of 1920×1080 below 1,000 kB', () => {
    const icon = read(asset('icon'));
    expect(icon.subarray(1, 4).toString()).toBe('PNG');
    // Width, height, and the colour type: RGB without an alpha channel.
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20), icon[25]]).toEqual([512, 512, 2]);
    const fanart = read(asset('fanart'));
    expect(fanart.length).toBeLessThan(1000 * 1024);
    expect(sizeOfJpeg(fanart)).toEqual([1920, 1080]);
  });

  test('its entry has at most 15 lines, and no file can be run by itself', () => {
    expect(read('service.py').toString().trim().split('\n').length).toBeLessThanOrEqual(15);
    const files = readdirSync(ADD_ON, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(files.length).toBeGreaterThan(6);
    for (const { parentPath, name } of files) {
      expect(name).toMatch(/\.(?:py|xml|po|png|jpg|txt)$/);
      expect(() => accessSync(join(parentPath, name), constants.X_OK)).toThrow();
    }
  });
});

/** Width and height, from the frame header of a JPEG. */
function sizeOfJpeg(file: Buffer): readonly [width: number, height: number] {
  for (let at = 2; at < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at);
    if (marker >= 0xff_c0 && marker <= 0xff_c3) return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)];
  }
  throw new Error('No frame header');
}
