import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check as isFormatted, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkSite } from '../../scripts/connector/check-site';
import { checkSites } from '../../scripts/connector/check-sites';
import { createSite } from '../../scripts/connector/create-site';
import { root, siteFiles } from '../../scripts/connector/files';
import { readSite } from '../../scripts/connector/read-site';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-connector-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a command prints and its exit code, run in this process. */
async function printed(command: () => Promise<number | undefined>): Promise<{ code: unknown; out: string }> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    const code = await command();
    return { code, out: log.mock.calls.map((line) => `${line.join(' ')}\n`).join('') };
  } finally {
    log.mockRestore();
  }
}

function write(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

/** A folder with both files. */
function writeSite(name: string, definition: unknown, cases: unknown): string {
  mkdirSync(join(folder, name), { recursive: true });
  write(`${name}/definition.json`, definition);
  write(`${name}/cases.json`, { cases });
  return join(folder, name);
}

const definition = {
  version: 1,
  id: 'tried',
  name: 'Tried',
  hosts: ['www.tried.example'],
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/(?<id>\\d+)' },
      item: {
        seriesTitle: [{ text: '.gone' }, { endpoint: 'item', path: '$.series' }],
        episodeNumber: [{ text: 'h2', transforms: [{ seasonEpisode: 'episode' }] }],
        episodeTitle: [{ pageWorld: 'player.getTitle()' }],
      },
    },
  ],
  endpoints: { item: { urls: ['https://www.tried.example/api/{id}'] } },
  verified: { date: null, how: 'never' },
};

const responses = {
  'https://www.tried.example/api/42': { series: 'The Series' },
  'player.getTitle()': 'Home',
};

const episode = {
  name: 'episode',
  about: 'an episode',
  covers: 'episode',
  url: 'https://www.tried.example/watch/42',
  html: ['<h2>S1 E2</h2>', '<video></video>'],
  videos: [{ selector: 'video', duration: 3_600 }],
  responses,
  expect: {
    item: {
      type: 'episode',
      seriesTitle: 'The Series',
      seasonNumber: 1,
      episodeNumber: 2,
      episodeTitle: 'Home',
    },
  },
};

describe('connector check', () => {
  it('names each fault with its file and place, and fails', async () => {
    const [page] = definition.pages;
    const faulty = { ...definition, pages: [{ ...page, item: { title: [{ text: 'h1[' }] } }] };
    const good = writeSite('tried', definition, [{ ...episode, expect: {} }]);
    const bad = writeSite('bad', faulty, [{ ...episode, covers: 'nothing' }]);
    expect(await printed(() => checkSites([good]))).toEqual({ code: 0, out: '1 site is good\n' });
    const { code, out } = await printed(() => checkSites([good, bad]));
    expect(code).toBe(1);
    expect(out).toContain('bad\n  definition.json: id: is tried, but the folder is bad\n');
    expect(out).toContain('  definition.json: pages[0].item.title[0].text: not a valid selector');
    expect(out).toContain('  cases.json: cases[0].covers: found "nothing", allowed: film, episode');
    expect(out).toContain('1 of 2 have problems');
  });

  it.each([
    ['a case that reads something else', [episode], /^case episode: an episode\n.*expected .*\n.*read .*$/],
    [
      'a name that two cases have',
      [episode, episode],
      /^cases.json: cases\[1\].name: is the name of another/,
    ],
    ['cases without a film or an episode', [{ ...episode, covers: 'ad' }], /^cases.json: cases: has no case/],
    [
      'a line end within a line of HTML',
      [{ ...episode, html: ['a\nb'] }],
      /cases\[0\].html\[0\]: holds a line end/,
    ],
    ['a page without the video', [{ ...episode, html: ['<p>'] }], /the page has no video video/],
  ])('reports %s', async (_, cases, problem) => {
    const found = await checkSite(siteFiles(writeSite('tried', definition, cases)));
    expect(found.map(({ path, message }) => `${path}: ${message}`)[0]).toMatch(problem);
  });
});

describe('connector new', () => {
  it('makes exactly two files that pass the check, as Prettier formats them', async () => {
    const site = siteFiles(join(folder, 'fresh-site'));
    expect(await createSite(site)).toBe(true);
    expect(readdirSync(join(folder, 'fresh-site')).toSorted()).toEqual(['cases.json', 'definition.json']);
    expect(await checkSite(site)).toEqual([]);
    const options = await resolveConfig(join(root, 'package.json'));
    for (const file of [site.definition, site.cases])
      expect(await isFormatted(readFileSync(file, 'utf8'), { ...options, parser: 'json' }), file).toBe(true);
  });

  it('leaves a folder that exists alone', async () => {
    const site = siteFiles(writeSite('present', 'mine', []));
    expect(await createSite(site)).toBe(false);
    expect(readFileSync(site.definition, 'utf8')).toBe('mine');
  });
});

describe('connector read', () => {
  const expected = {
    item: { type: 'episode', seriesTitle: 'The Series', episodeNumber: 2, episodeTitle: 'Home' },
    identity: expect.stringContaining('The Series') as string,
    player: { state: 'playing', duration: 3_600 },
  };

  it('prints item, identity, player and trace of a saved page, with the responses of the file', async () => {
    const args = [
      writeSite('tried', definition, [episode]),
      '--url=https://www.tried.example/watch/42',
      `--page=${write('page.html', '<h2>S1 E2</h2><video></video>')}`,
      `--responses=${write('responses.json', responses)}`,
    ];
    const { code, out } = await printed(() => readSite([...args, '--json']));
    const read = JSON.parse(out) as Readonly<Record<string, unknown>>;
    expect(code).toBe(0);
    expect(read).toMatchObject(expected);
    expect(read['trace']).toContainEqual({
      field: 'item.episodeNumber',
      index: 0,
      source: definition.pages[0]?.item.episodeNumber[0],
      outcome: 'hit',
      raw: 'S1 E2',
      transforms: [{ transform: { seasonEpisode: 'episode' }, value: '2' }],
      guards: [],
      value: '2',
    });
    expect((await printed(() => readSite(args))).out).toContain(
      'item.seriesTitle\n  · 1. {"text":".gone"} → nothing\n' +
        '  ✓ 2. {"endpoint":"item","path":"$.series"} → The Series',
    );
  });

  it('prints the same of a case', async () => {
    const args = [writeSite('tried', definition, [episode]), '--case', 'episode', '--json'];
    const { code, out } = await printed(() => readSite(args));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject(expected);
  });

  it('needs a site and a page', async () => {
    expect(await readSite([])).toBeUndefined();
    expect(await readSite([writeSite('tried', definition, [episode])])).toBeUndefined();
  });
});

it('the program runs the named command and prints its usage for any other', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/connector/main.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  const read = run('read', writeSite('tried', definition, [episode]), '--case=episode');
  expect(read).toMatchObject({ status: 0, stdout: expect.stringContaining('page watch\n') as string });
  expect(run('toString')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('connector new') as string,
  });
});
