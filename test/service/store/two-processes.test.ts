import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../src/service/store/store';
import { createTestSchema, isPostgres } from './open-test-store';

// Two processes of one service, each with its own connections, do the same step of an import: a client that
// polls an import reaches both.

const FILMS = 600;
const now = Date.UTC(2026, 0, 1);
let dataDir = '';
let first: Store;
let second: Store;
let userId: string;
let id: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-two-'));
  const place = { dataDir, database: isPostgres ? await createTestSchema() : undefined };
  first = await openStore(place);
  second = await openStore(place);
  ({ id: userId } = await first.users.ensureOwner());
  const rows = Array.from({ length: FILMS }, toRow);
  id = await first.imports.open(userId, { source: 'Trakt', unread: 0, rows, stage: (row) => row });
  await first.imports.setState(userId, id, 'storing');
});
afterEach(async () => {
  await first.close();
  await second.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function toRow(_: unknown, index: number) {
  const watchedAt = now - index * 7_200_000;
  return {
    ids: { type: 'movie', tmdbId: index + 1 } as const,
    question: '',
    row: '{}',
    id: undefined,
    progress: 100,
    duration: 100,
    startedAt: watchedAt,
    watchedAt,
    halves: 14,
    ratedAt: watchedAt,
  };
}

const atOnce = (work: (store: Store) => Promise<unknown>) => Promise.all([work(first), work(second)]);
const found = async () => ({
  watched: await second.sessions.countWatched(userId),
  titles: await second.sessions.countLatest(userId),
  ratings: await second.ratings.count(userId),
  problems: await second.check(),
});
const all = { watched: FILMS, titles: FILMS, ratings: FILMS, problems: [] };
const nothing = { watched: 0, titles: 0, ratings: 0, problems: [] };

test('an import that both store and both undo: everything once, then nothing, and the sums are right', async () => {
  await atOnce(({ imports }) => imports.store(userId, id));
  expect(await found()).toEqual(all);
  expect(await first.imports.find(userId, id)).toMatchObject({ added: FILMS });
  await first.imports.setState(userId, id, 'stored', 'storing');
  await second.imports.setState(userId, id, 'undoing');
  await atOnce(({ imports }) => imports.remove(userId, id));
  expect(await found()).toEqual(nothing);
  expect(await first.imports.list(userId)).toEqual([]);
});

test('an import that one still stores while the other undoes it leaves nothing', async () => {
  const storing = first.imports.store(userId, id);
  await second.imports.setState(userId, id, 'undoing');
  await Promise.all([storing, second.imports.remove(userId, id)]);
  await first.imports.setState(userId, id, 'stored', 'storing');
  expect(await found()).toEqual(nothing);
  expect(await first.imports.list(userId)).toEqual([]);
});
