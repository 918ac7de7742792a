import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJson } from '../../../src/service/library/export-history';
import { goOn, openImport } from '../../../src/service/library/imports/import-jobs';
import type { Service } from '../../../src/service/http/environment';
import { createBuiltInCatalogue } from '../../../src/service/catalogue/built-in/create-catalogue';
import { otherCatalogue } from '../../../src/service/catalogue/tmdb/film-database';
import { openStore, type Store } from '../../../src/service/store/store';
import { quantile, type Figure, type FigureGroup } from '../figure';

const DAY_MS = 86_400_000;

/** A history of many years as Trakt exports it: every third entry is a film, the others are of 500 series. */
function historyFile(rows: number): string {
  const entries = Array.from({ length: rows }, (_, index) => {
    const watched_at = new Date(Date.UTC(2005, 0, 1) + index * (DAY_MS / 8)).toISOString();
    if (index % 3 === 0) return { watched_at, movie: { title: 'A', ids: { tmdb: 1 + index } } };
    const episode = { season: 1 + Math.floor(index / 20_000), number: 1 + (Math.floor(index / 500) % 40) };
    return { watched_at, episode, show: { title: 'B', ids: { tmdb: 1 + (index % 500) } } };
  });
  return JSON.stringify(entries);
}

/** Reads a file of 50,000 viewings, stores it, stores it again, and undoes it; updates go on beside it. */
export async function measureImport(isQuick: boolean): Promise<FigureGroup> {
  const rows = isQuick ? 5_000 : 50_000;
  const folder = mkdtempSync(join(tmpdir(), 'matinee-import-'));
  const store = await openStore({ dataDir: folder });
  try {
    const { id: userId } = await store.users.ensureOwner();
    const figures = await measure(store, userId, historyFile(rows));
    return { title: `Import of ${rows.toLocaleString('en')} viewings on SQLite`, figures };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(store: Store, userId: string, file: string): Promise<Figure[]> {
  const service = contextOf(store);
  const stopped = { now: false };
  const updates = updateTimes(store, userId, stopped);
  const step = async (id: string, state: 'storing' | 'undoing') => {
    await store.imports.setState(userId, id, state);
    await goOn(service, userId, { id, state });
  };
  const importOnce = async () => {
    const began = performance.now();
    const opened = await openImport(service, userId, Buffer.from(file));
    if ('refused' in opened) throw new Error(opened.refused);
    const { id } = opened;
    await goOn(service, userId, { id, state: 'reading' });
    await step(id, 'storing');
    return { id, seconds: (performance.now() - began) / 1000 };
  };
  const first = await importOnce();
  const stored = await store.sessions.countWatched(userId);
  const second = await importOnce();
  const doubled = (await store.sessions.countWatched(userId)) - stored;
  const exported = await exportTime(service, userId);
  const began = performance.now();
  for (const { id } of [first, second]) await step(id, 'undoing');
  const undone = (performance.now() - began) / 1000;
  const left = await store.sessions.countWatched(userId);
  stopped.now = true;
  const times = await updates;
  return [
    { name: 'reading and storing', value: first.seconds, unit: 's', goal: 60 },
    { name: 'viewings stored', value: stored, unit: '' },
    { name: 'the same file once more', value: second.seconds, unit: 's', goal: 60 },
    { name: 'viewings stored twice', value: doubled, unit: '', goal: 0 },
    { name: 'exporting all as JSON', value: exported, unit: 's' },
    { name: 'undoing both', value: undone, unit: 's', goal: 60 },
    { name: 'viewings left', value: left, unit: '', goal: 0 },
    { name: 'an update meanwhile, 95 of 100', value: quantile(times, 0.95), unit: 'ms', goal: 50 },
    { name: 'an update meanwhile, the slowest', value: quantile(times, 1), unit: 'ms', goal: 50 },
  ];
}

async function exportTime(service: Service, userId: string): Promise<number> {
  const began = performance.now();
  let size = 0;
  for await (const text of exportJson(service, userId, 'http://localhost')) size += text.length;
  if (size === 0) throw new Error('the export is empty');
  return (performance.now() - began) / 1000;
}

/** One update after the other of a film that the file does not contain, below 90%. */
async function updateTimes(store: Store, userId: string, stopped: { now: boolean }): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; !stopped.now; count += 1) {
    const began = performance.now();
    const film = { type: 'movie', tmdbId: 9_000_000 } as const;
    await store.playback.update(userId, film, { progress: 1 + (count % 80), duration: 100 });
    times.push(performance.now() - began);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
  return times;
}

function contextOf(store: Store): Service {
  return {
    store,
    now: Date.now,
    fetch,
    publicUrl: undefined,
    catalogue: createBuiltInCatalogue(),
    pictures: async () => undefined,
    filmDatabase: otherCatalogue,
    freeSources: undefined,
    trustProxy: false,
    logsRefusals: false,
    deviceIntervalMs: 5000,
    log: ({ error }) => process.stderr.write(`${String(error)}\n`),
  };
}
