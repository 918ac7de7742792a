import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MediaIds } from '../../../src/core/library/media-key';
import type { Database, Transaction } from '../../../src/service/store/engine/database';
import { openPostgres } from '../../../src/service/store/engine/postgres';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { createPlayback, type PlaybackStore } from '../../../src/service/store/playback';
import { createViewings } from '../../../src/service/store/viewings';
import { waitFor } from '../../support/wait-for';
import { createTestSchema, isPostgres } from './open-test-store';

// Updates that arrive at the same moment are stored as a group, with one statement for each table.

const PEOPLE = 40;
const names = Array.from({ length: PEOPLE }, (_, index) => `person${String(index)}`);
const zoneOf = (index: number) => ['UTC', 'Pacific/Kiritimati', 'America/New_York'][index % 3] ?? 'UTC';
const clock = { now: 0 };

interface Tracker {
  readonly db: Database;
  readonly playback: PlaybackStore;
  readonly viewings: ReturnType<typeof createViewings>;
  /** Statements since the last look. */
  readonly statements: string[];
}

async function openTracker(): Promise<Tracker> {
  const db = isPostgres ? await openPostgres(await createTestSchema()) : openSqlite(':memory:');
  const statements: string[] = [];
  const counting: Database = {
    ...db,
    run: (sql, ...values) => {
      statements.push(sql);
      return db.run(sql, ...values);
    },
    transaction: (work) => db.transaction((tx) => work(countingOf(tx, statements))),
    personTransaction: (userId, work) => {
      statements.push('lock the person');
      return db.personTransaction(userId, (tx) => work(countingOf(tx, statements)));
    },
  };
  let count = 0;
  const createId = () => `id${String((count += 1)).padStart(9, '0')}`;
  const options = { now: () => clock.now, createId };
  for (const [index, name] of names.entries())
    await db.run(
      `INSERT INTO users (id, name, folded_name, role, created_at, zone) VALUES (?, ?, ?, 'member', 0, ?)`,
      name,
      name,
      name,
      zoneOf(index),
    );
  return {
    db,
    playback: createPlayback(counting, options),
    viewings: createViewings(db, options),
    statements,
  };
}

function countingOf(tx: Transaction, statements: string[]): Transaction {
  const all: Transaction['all'] = (sql, ...values) => {
    statements.push(sql);
    return tx.all(sql, ...values);
  };
  return {
    ...tx,
    all,
    one: (sql, ...values) => {
      statements.push(sql);
      return tx.one(sql, ...values);
    },
    lock: (sql, ...values) => {
      statements.push(sql);
      return tx.lock(sql, ...values);
    },
    run: (sql, ...values) => {
      statements.push(sql);
      return tx.run(sql, ...values);
    },
  };
}

let together: Tracker;
beforeEach(async () => {
  clock.now = Date.UTC(2026, 0, 1, 23, 30);
  together = await openTracker();
});
afterEach(() => together.db.close());

const film = (tmdbId: number): MediaIds => ({ type: 'movie', tmdbId });

describe('the statements of a group do not grow with its people', () => {
  /** On SQLite, which has no round trips, a move is a statement of its own. */
  const moving = isPostgres ? 1 : PEOPLE;
  /** And so is each table of a viewing. */
  const crossing = isPostgres ? 5 : 10;
  const all = async (ids: (index: number) => MediaIds, progress: number): Promise<number> => {
    together.statements.length = 0;
    await Promise.all(
      names.map((name, index) => together.playback.update(name, ids(index), { progress, duration: 100 })),
    );
    return together.statements.length;
  };
  const episode = (index: number): MediaIds => ({
    type: 'episode',
    tmdbId: 7,
    episodeId: 1000 + index,
    seasonNumber: 1,
    episodeNumber: 1 + index,
  });

  test('of 40 beginnings, moves and crossings of a film', async () => {
    expect(await all(film, 1)).toBe(4 + moving);
    expect(await all(film, 2)).toBe(moving);
    expect(await all(film, 95)).toBe(crossing + moving);
    expect(await all(film, 96)).toBe(moving);
  });

  test('of 40 episodes of which nothing is known but their end', async () => {
    expect(await all(episode, 95)).toBe(crossing + 1 + moving);
    const last = await together.db.all('SELECT user_id FROM show_progress');
    expect(last).toHaveLength(PEOPLE);
  });
});

describe('of one person', () => {
  const [person = ''] = names;
  const tell = (tmdbId: number, progress: number) =>
    together.playback.update(person, film(tmdbId), { progress, duration: 100 });

  test('what arrives while a beginning is stored follows it as one group', async () => {
    const first = tell(1, 1);
    await new Promise<void>((resolve) => {
      together.db.schedule(resolve);
    });
    await Promise.all([first, ...Array.from({ length: 39 }, (_, index) => tell(index + 2, 1))]);
    expect(together.statements.filter((sql) => sql === 'lock the person').length).toBeLessThan(4);
    expect(await together.db.all('SELECT media FROM progress')).toHaveLength(40);
  });

  test('positions of a film that arrive at the same moment are stored in their order', async () => {
    await Promise.all([5, 20, 95, 96, 30, 40, 50, 60, 70].map((progress) => tell(1, progress)));
    const [row] = await together.db.all('SELECT progress, watched_at FROM progress');
    expect(row).toMatchObject({ progress: 70, watched_at: null });
    expect(await together.db.all('SELECT id FROM watches')).toHaveLength(1);
  });
});

test('whoever is held by a long import holds nobody else up', async () => {
  const position = { progress: 1, duration: 100 };
  const [held = '', second = '', third = ''] = names;
  await together.playback.update(held, film(1), position);
  const [holding, release] = await hold(held);
  let isStored = false;
  const late = Promise.all([
    together.playback.update(held, film(1), { ...position, progress: 2 }),
    together.playback.update(held, film(2), position),
  ]).then(() => (isStored = true));
  await Promise.all([second, third].map((name) => together.playback.update(name, film(1), position)));
  // SQLite has one write transaction at a time.
  if (isPostgres) expect(isStored).toBe(false);
  release();
  await Promise.all([holding, late]);
  const rows = await together.db.all('SELECT media FROM progress WHERE user_id = ?', held);
  expect(rows).toHaveLength(2);
});

test('an update that comes alone and has to wait for its person holds nobody else up', async () => {
  const position = { progress: 1, duration: 100 };
  const [held = '', second = ''] = names;
  await together.playback.update(held, film(1), position);
  const [holding, release] = await hold(held);
  const before = together.statements.length;
  const late = together.playback.update(held, film(1), { ...position, progress: 2 });
  await waitFor('its statement', () => together.statements.length > before);
  await together.playback.update(second, film(1), position);
  release();
  await Promise.all([holding, late]);
  const rows = await together.db.all('SELECT progress FROM progress WHERE user_id = ?', held);
  expect(rows).toEqual([{ progress: 2 }]);
});

/** A transaction that holds what a person has, and what ends it. */
async function hold(person: string): Promise<readonly [Promise<void>, () => void]> {
  if (!isPostgres) return [Promise.resolve(), () => {}];
  let release = () => {};
  const ending = new Promise<void>((resolve) => {
    release = resolve;
  });
  const [holding] = await new Promise<[Promise<void>]>((begun) => {
    const held = together.db.personTransaction(person, async (tx) => {
      await tx.lock('SELECT id FROM progress WHERE user_id = ?', person);
      begun([held]);
      await ending;
    });
  });
  return [holding, () => release()];
}

describe('together or one after the other', () => {
  let apart: Tracker;
  beforeEach(async () => {
    apart = await openTracker();
  });
  afterEach(() => apart.db.close());

  test.each([Date.now() % 1_000_000, 1, 2, 3])('the same is stored (seed %i)', async (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 25; round += 1) {
      clock.now += random(40) * 3_600_000;
      const updates = drawUpdates(random);
      const tell = ({ playback }: Tracker, { person, ids, progress }: Drawn) =>
        playback.update(person, ids, { progress, duration: 100 });
      await Promise.all(updates.map((update) => tell(together, update)));
      for (const update of updates) await tell(apart, update);
      if (round % 3 === 0) await Promise.all([together, apart].map(removeSome));
    }
    expect(await contentsOf(together)).toEqual(await contentsOf(apart));
  });
});

interface Drawn {
  readonly person: string;
  readonly ids: MediaIds;
  readonly progress: number;
}

/** Of five people; each title once, as two positions of one have no order at the same moment. */
function drawUpdates(random: (below: number) => number): readonly Drawn[] {
  const drawn = Array.from({ length: 15 }, () => ({
    person: names[random(5)] ?? '',
    ids: drawIds(random),
    progress: [1, 30, 60, 89, 90, 100][random(6)] ?? 0,
  }));
  return [...new Map(drawn.map((one) => [titleOf(one), one])).values()];
}

/** An episode by its place and by its own id are one title. */
function titleOf({ person, ids: { tmdbId, seasonNumber = 0, episodeNumber = 0, ...ids } }: Drawn): string {
  const { episodeId = ownIdOf(seasonNumber, episodeNumber) } = ids;
  return `${person} ${ids.type} ${String(ids.type === 'movie' ? tmdbId : episodeId)}`;
}

const ownIdOf = (season: number, number: number) => 100 + season * 10 + number;

function drawIds(random: (below: number) => number): MediaIds {
  if (random(2) === 0) return film(1 + random(4));
  const [season, number] = [random(2), 1 + random(3)];
  const episodeId = ownIdOf(season, number);
  const place = { tmdbId: 7, seasonNumber: season, episodeNumber: number };
  return [
    { type: 'episode', ...place },
    { type: 'episode', ...place, episodeId },
    { type: 'episode', episodeId },
  ][random(3)] as MediaIds;
}

/** The viewing of a film that the first person watched last. */
async function removeSome({ db, viewings }: Tracker): Promise<void> {
  const row = await db.one<{ id: string }>(
    `SELECT id FROM watches WHERE user_id = ? AND media LIKE 'movie:%' ORDER BY watched_at DESC, media LIMIT 1`,
    names[0] ?? '',
  );
  if (row !== undefined) await viewings.remove(names[0] ?? '', row.id);
}

/** Without ids, which are given in another order. */
const TABLES: readonly (readonly [table: string, columns: string])[] = [
  ['progress', 'user_id, media, episode_id, progress, duration, started_at, updated_at, watched_at'],
  ['watches', 'user_id, media, episode_id, show_id, progress, duration, started_at, watched_at, day'],
  ['days', 'user_id, day, films, episodes, seconds'],
  ['work_years', 'user_id, year, work, watches, seconds'],
  ['unnamed_works', 'user_id, work'],
  ['watched_titles', 'user_id, media, kind, show_id, episode_id, times, watched_at'],
  ['show_progress', 'user_id, show_id, watched_at'],
  ['tallies', 'user_id, watches, titles, films, episodes'],
  ['removals', 'user_id, media, removed_at'],
  ['changes', 'user_id, area, changed_at'],
];

async function contentsOf({ db }: Tracker): Promise<Record<string, readonly string[]>> {
  const contents: Record<string, readonly string[]> = {};
  for (const [table, columns] of TABLES) {
    const rows = await db.all<object>(`SELECT ${columns} FROM ${table}`);
    contents[table] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return contents;
}

function createRandom(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
