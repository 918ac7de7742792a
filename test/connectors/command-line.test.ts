import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check as isFormatted, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkSite } from '../../scripts/connector/check-site';
import { checkSites } from '../../scripts/connector/check-sites';
import type { Definition } from '../../src/protocol/definition/definition';
import { doubtsOf } from '../../scripts/connector/doubts';
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
    expect(await printed(() => checkSites([good]))).toEqual({
      code: 0,
      out:
        'tried: is this meant?\n' +
        '  hosts[0]: is www.tried.example, a host that no site can have\n1 site is good\n',
    });
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

  it('takes hosts, name and pattern from an address of the site', async () => {
    const site = siteFiles(join(folder, 'addressed'));
    await createSite(site, new URL('https://tv.addressed.test/watch/lighthouse/7'));
    const { code, out } = await printed(() => checkSites([join(folder, 'addressed')]));
    expect(code).toBe(0);
    expect(out).toContain('sources[0]: is as in a new file');
    expect(JSON.parse(readFileSync(site.definition, 'utf8'))).toMatchObject({
      name: 'Addressed',
      homepage: 'https://tv.addressed.test/',
      hosts: ['tv.addressed.test'],
      pages: [{ match: { path: '^/watch/(?<part>[^/]+)/(?<id>[^/]+)/?$' } }],
    });
  });

  it('makes no film of an episode whose number is missing', async () => {
    const site = siteFiles(join(folder, 'unnumbered'));
    await createSite(site, new URL('https://tv.unnumbered.test/watch/7'));
    const page = write('unnumbered.html', "<h1 class='series-title'>The Series</h1><video></video>");
    const url = '--url=https://tv.unnumbered.test/watch/7';
    const read = await printed(() => readSite([join(folder, 'unnumbered'), url, `--page=${page}`, '--json']));
    expect(JSON.parse(read.out)).toMatchObject({
      item: { seriesTitle: 'The Series' },
      missing: ['episodeNumber'],
    });
    expect(read.out).not.toContain('"type": "movie"');
  });

  it('is doubted as long as nothing was filled in', async () => {
    await createSite(siteFiles(join(folder, 'unfilled-site')));
    const { out } = await printed(() => checkSites([join(folder, 'unfilled-site')]));
    expect(out).toContain('hosts[0]: is www.unfilled-site.example, a host that no site can have');
  });

  it.each([
    ['a pattern for every page', { match: { path: '.*' } }, 'pages[0].match: covers every page'],
    [
      'no title but that of the document',
      { item: { title: [{ title: true }] } },
      'pages[0].item.title: has no',
    ],
    [
      'one source for film and series',
      { item: { title: [{ text: 'h1' }], seriesTitle: [{ text: 'h1' }] } },
      'pages[0].item: plays films and episodes',
    ],
  ])('%s is doubted', (_, part, doubt) => {
    const [page] = definition.pages;
    const doubted = { ...definition, pages: [{ ...page, ...part }] } as unknown as Definition;
    expect(
      doubtsOf(doubted)
        .map(({ path, message }) => `${path}: ${message}`)
        .join('\n'),
    ).toContain(doubt);
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

  it.each([
    [
      'an answer that is missing',
      {},
      {},
      '  asked: GET https://www.tried.example/api/42\n  no answer: the case or the file',
    ],
    [
      'a value that the address lacks',
      { urls: ['https://www.tried.example/api/{season}/{id}'] },
      {},
      '  not asked: https://www.tried.example/api/{season}/{id}\n    no value for {season}',
    ],
    [
      'a host that is not declared',
      { urls: ['https://api.other.example/{id}'] },
      {},
      '  not asked: https://api.other.example/{id}\n    its host is neither in "hosts" nor in "apiHosts"',
    ],
    [
      'a check that refuses',
      { check: { path: '$.id', equals: '{id}' } },
      { 'https://www.tried.example/api/42': { id: 7 } },
      '  asked: GET https://www.tried.example/api/42\n  answered: {"id":7}\n  refused by its check: $.id is 7, not 42',
    ],
  ])('says of an endpoint %s', async (_, endpoint, answers, explanation) => {
    const item = { ...definition.endpoints.item, ...endpoint };
    const site = writeSite('asking', { ...definition, id: 'asking', endpoints: { item } }, [episode]);
    const page = `--page=${write('page.html', '<h2>S1 E2</h2><video></video>')}`;
    const url = '--url=https://www.tried.example/watch/42';
    const responsesFile = `--responses=${write('answers.json', answers)}`;
    const { out } = await printed(() => readSite([site, page, url, responsesFile]));
    expect(out).toContain(`endpoint item\n${explanation}`);
  });

  it('names file, place and what is allowed where the cases have a mistake', async () => {
    const site = writeSite('tried', definition, [{ ...episode, covers: 'nothing' }]);
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await readSite([site, '--case', 'episode'])).toBe(1);
    expect(said.mock.calls.join('\n')).toContain(
      `${site}/cases.json: cases[0].covers: found "nothing", allowed: film, episode`,
    );
    said.mockRestore();
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
  for (const args of [['toString'], ['sites', '--help'], ['schema', '--help']])
    expect(run(...args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('connector new') as string,
    });
});
