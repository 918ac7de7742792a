/**
 * The offline pack at its full size: 25,000 films and 8,000 series of made-up names, 40 each in several
 * scripts, and 60 episodes a series. Prints the time to fill it and its size; then, of the built tracker in a
 * process of its own, the time of its start, the p95 of `resolve` and the memory. `npm run bench -- pack`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildTracker } from '../../../scripts/build/build-tracker';
import { root } from '../../../scripts/build/root';
import { packPathIn } from '../../../src/service/catalogue/pack/create-pack';
import { openPackFile } from '../../../src/service/catalogue/pack/pack-file';
import type { OpenWork, WorkKind } from '../../../src/service/catalogue/sources/open-work';

const SIZE: Readonly<Record<WorkKind, number>> = { movie: 25_000, tv: 8000 };
const NAMES = 40;
const EPISODES = 60;
const QUESTIONS = 1000;
const SCRIPTS = [
  'abcdefghilmnoprstuv',
  'абвгдежзиклмнопрст',
  '的一是在不了有和人这中大为',
  'あいうえおかきくけこさしすせ',
];
const LANGUAGES = [
  'en',
  'ru',
  'zh',
  'ja',
  'de',
  'fr',
  'es',
  'it',
  'pl',
  'cs',
  'nl',
  'sv',
  'tr',
  'uk',
  'ko',
  'ar',
];

export async function benchPack(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  fill(packPathIn(folder) ?? '');
  await measure(folder);
  rmSync(folder, { recursive: true });
}

function fill(path: string): void {
  const began = performance.now();
  const file = openPackFile(path);
  for (const kind of ['tv', 'movie'] as const) {
    for (let from = 0; from < SIZE[kind]; from += 10)
      file.addWorks(
        [],
        Array.from({ length: 10 }, (_, at) => workOf(kind, from + at)),
      );
  }
  for (const series of file.nextSeries(SIZE.tv)) file.addSeries(series, seriesOf(), 1);
  file.settle();
  console.log(
    `filled in ${((performance.now() - began) / 1000).toFixed(0)} s, ${String(Math.round(file.size() / 1e6))} MB`,
  );
  file.close();
}

function seriesOf() {
  const episodes = Array.from({ length: EPISODES }, (_, at) => ({
    season: 1 + Math.floor(at / 10),
    number: 1 + (at % 10),
    name: `${word(at * 7, 0)} ${word(at * 13, 0)}`,
    minutes: 45,
    date: '2020-01-01',
  }));
  return { hasEnded: true, names: [], episodes, tvmazeId: 1 };
}

function workOf(kind: WorkKind, index: number): OpenWork {
  return {
    kind,
    tmdbId: index + 1,
    wikidataId: `Q${String(kind === 'tv' ? 1e6 + index : index)}`,
    imdbId: `tt${String((kind === 'tv' ? 2_000_000 : 1_000_000) + index)}`,
    names: Array.from({ length: NAMES }, (_, at) => ({
      title: nameOf(kind, index, at),
      language: LANGUAGES[at % LANGUAGES.length] ?? 'en',
    })),
    originalTitle: nameOf(kind, index, 0),
    originalLanguage: 'en',
    year: 1950 + (index % 75),
    minutes: 100,
    popularity: 200 - Math.floor(index / 150),
    siteIds: [{ site: 'netflix', id: String(80_000_000 + index * 2 + (kind === 'tv' ? 1 : 0)) }],
  };
}

function nameOf(kind: WorkKind, index: number, at: number): string {
  const seed = (index + 1) * 977 + (kind === 'tv' ? 31 : 0) + Math.floor(at / 3) * 7919;
  return [word(seed, at % 4), word(seed * 3 + 1, at % 4), word(Math.floor(seed / 7), at % 4)].join(' ');
}

function word(seed: number, script: number): string {
  const letters = Array.from(SCRIPTS[script] ?? '');
  let state = (Math.imul(seed + 1, 2_654_435_761) >>> 0) + 1;
  return Array.from({ length: 3 + (state % 5) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return letters[state % letters.length];
  }).join('');
}

const KINDS: Readonly<Record<string, (index: number) => object>> = {
  'a film by title': filmByTitle,
  'an episode by title': byTitle,
  'an episode by id': byId,
  'by a site': bySite,
};

/** The built program with this data directory, in a process of its own and without a network. */
async function measure(dataDir: string): Promise<void> {
  const program = join(root, 'dist/tracker/matinee-tracker.js');
  await buildTracker(dirname(program));
  const env = { ...process.env, ...NO_NETWORK };
  const began = performance.now();
  const server = spawn(process.execPath, [program, '--data', dataDir, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url = ''] = String((await once(server.stdout, 'data'))[0]).split('\n');
    console.log(`started in ${(performance.now() - began).toFixed(0)} ms; memory: ${memoryOf(server.pid)}`);
    const key = execFileSync(process.execPath, [program, 'create-key', '--type', 'sk', '--data', dataDir], {
      encoding: 'utf8',
    });
    for (const [name, question] of Object.entries(KINDS))
      console.log(
        `${name}: ${await measureKind(url, key.trim(), question)}; memory: ${memoryOf(server.pid)}`,
      );
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

/** Nobody listens there. */
const NO_NETWORK = Object.fromEntries(
  ['WIKIDATA', 'WIKIDATA_QUERY', 'TVMAZE', 'ANILIST'].map((name) => [
    `MATINEE_${name}_URL`,
    'http://127.0.0.1:9',
  ]),
);

async function measureKind(url: string, key: string, question: (index: number) => object): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const times: number[] = [];
  let known = 0;
  for (let index = 0; index < QUESTIONS; index += 1) {
    const body = JSON.stringify(question((index * 7919) % 8000));
    const began = performance.now();
    const { ok } = await fetch(`${url}/matinee/resolve`, { method: 'POST', headers, body });
    times.push(performance.now() - began);
    if (ok) known += 1;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return `${String(known)} of ${String(QUESTIONS)}, median ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

/** What the process has in memory; without the pages of files, which the system takes back, where it says so. */
function memoryOf(pid = 0): string {
  const status = existsSync(`/proc/${String(pid)}/status`)
    ? readFileSync(`/proc/${String(pid)}/status`, 'utf8')
    : `VmRSS: ${execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })}`;
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  const [all, own] = [kib('VmRSS'), kib('RssAnon')].map((one) => Math.round((one * 1024) / 1e6));
  return `${String(all)} MB, ${String(own)} MB of them its own`;
}

function filmByTitle(index: number) {
  return { type: 'movie', title: nameOf('movie', index, index % NAMES), year: 1950 + (index % 75) };
}

function byTitle(index: number) {
  const place = { seasonNumber: 2, episodeNumber: 3 };
  return {
    type: 'episode',
    seriesTitle: nameOf('tv', index, index % NAMES),
    ...place,
    year: 1950 + (index % 75),
  };
}

function byId(index: number) {
  return { type: 'episode', tvShowId: index + 1, seasonNumber: 2, episodeNumber: 3 };
}

function bySite(index: number) {
  const siteIds = { netflix: String(80_000_000 + index * 2 + 1) };
  return { type: 'episode', siteIds, seasonNumber: 2, episodeNumber: 3, seriesTitle: 'Inny tytuł' };
}
