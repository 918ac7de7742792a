/**
 * The offline pack at its full size: 25,000 films and 8,000 series of made-up names, 40 each in several
 * scripts, and 60 episodes a series. Prints the time to fill it, its size, the p95 of `resolve` and the memory
 * of a tracker that answers from it. `npm run bench -- pack`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPackFile } from '../../../src/service/catalogue/pack/pack-file';
import type { OpenWork, WorkKind } from '../../../src/service/catalogue/sources/open-work';
import { createService } from '../../../src/service/create-service';
import { limitMemory } from '../../../src/service/limit-memory';
import { openStore } from '../../../src/service/store/store';

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
  limitMemory();
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  const path = join(folder, 'catalogue.db');
  fill(path);
  await measure(path);
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

async function measure(path: string): Promise<void> {
  const store = await openStore({ dataDir: ':memory:' });
  const down = (() => Promise.reject(new TypeError('no network'))) as typeof fetch;
  const app = createService({ store, freeSources: {}, packPath: path, fetch: down });
  const key = await store.keys.create((await store.users.ensureOwner()).id, 'sk', 'bench');
  const ask = async (body: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await app.request('/api/v1/matinee/resolve', init)).status;
  };
  const kinds = {
    'a film by title': filmByTitle,
    'an episode by title': byTitle,
    'an episode by id': byId,
    'by a site': bySite,
  };
  for (const [name, question] of Object.entries(kinds)) {
    const times: number[] = [];
    const cpu = process.cpuUsage();
    let known = 0;
    for (let index = 0; index < QUESTIONS; index += 1) {
      const began = performance.now();
      if ((await ask(question((index * 7919) % 8000))) === 200) known += 1;
      times.push(performance.now() - began);
    }
    const { user, system } = process.cpuUsage(cpu);
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    console.log(
      `${name}: ${String(known)} of ${String(QUESTIONS)}, median ${at(0.5)} ms, p95 ${at(0.95)} ms, ${((user + system) / 1000 / QUESTIONS).toFixed(1)} ms of a processor`,
    );
  }
  console.log(`memory: ${String(Math.round(process.memoryUsage().rss / 1e6))} MB`);
  await app.pack?.close();
  await store.close();
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
