import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-connector-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function connector(...args: readonly string[]): { readonly code: number | null; readonly out: string } {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/connector/main.ts', ...args], { cwd: root, encoding: 'utf8' });
  return { code: status, out: stdout };
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const definition = {
  version: 1, id: 'tried', name: 'Tried', hosts: ['www.tried.example'],
  pages: [{
    kind: 'watch', match: { path: '^/watch/(?<id>\\d+)' },
    item: {
      seriesTitle: [{ text: '.gone' }, { endpoint: 'item', path: '$.series' }],
      episodeNumber: [{ text: 'h2', transforms: [{ seasonEpisode: 'episode' }] }],
      episodeTitle: [{ pageWorld: 'player.getTitle()' }],
    },
  }],
  endpoints: { item: { urls: ['https://www.tried.example/api/{id}'] } },
  verified: { date: null, how: 'never' },
};

it('check names each fault with its place, and fails', () => {
  const good = write('tried.json', JSON.stringify(definition));
  const bad = write('bad.json', JSON.stringify({ ...definition, pages: [{ ...definition.pages[0], item: { title: [{ text: 'h1[' }] } }] }));
  expect(connector('check', good)).toEqual({ code: 0, out: '1 definition is good\n' });
  const { code, out } = connector('check', good, bad);
  expect(code).toBe(1);
  expect(out).toContain('bad.json\n  id: is tried, but the file is bad.json\n  pages[0].item.title[0].text: not a valid selector');
}, 30_000);

it('read prints item, identity, player and trace as JSON, with endpoints and page-world readers answered from the file', () => {
  const args = [
    'read', '--json', '--definition', write('tried.json', JSON.stringify(definition)), '--url', 'https://www.tried.example/watch/42',
    '--page', write('page.html', '<h2>S1 E2</h2><video></video>'),
    '--responses', write('responses.json', JSON.stringify({ 'https://www.tried.example/api/42': { series: 'The Series' }, 'player.getTitle()': 'Home' })),
  ];
  const { code, out } = connector(...args);
  const read = JSON.parse(out) as Readonly<Record<string, unknown>>;
  expect(code).toBe(0);
  expect(read).toMatchObject({
    item: { type: 'episode', seriesTitle: 'The Series', episodeNumber: 2, episodeTitle: 'Home' },
    identity: expect.stringContaining('The Series') as string,
    player: { state: 'playing', duration: 3_600 },
  });
  expect(read['trace']).toContainEqual({
    field: 'item.episodeNumber', index: 0, source: definition.pages[0]?.item.episodeNumber[0], outcome: 'hit', raw: 'S1 E2',
    transforms: [{ transform: { seasonEpisode: 'episode' }, value: '2' }], guards: [], value: '2',
  });
  const plain = connector(...args.filter((arg) => arg !== '--json')).out;
  expect(plain).toContain('item.seriesTitle\n  · 1. {"text":".gone"} → nothing\n  ✓ 2. {"endpoint":"item","path":"$.series"} → The Series');
}, 30_000);
