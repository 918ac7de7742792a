import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLibraryDatabase } from '../../src/library/database';
import {
  listWatches,
  putViewing,
  removeViewing,
  openPlayings,
  updatePlayback,
} from '../../src/library/history';
import { openTestStore } from '../service/store/open-test-store';

// The history in the browser and the tracker service answer the same updates in the same way.

const film = fc.record({ type: fc.constant('movie' as const), tmdbId: fc.integer({ min: 1, max: 2 }) });
const episode = fc.record({
  type: fc.constant('episode' as const),
  tmdbId: fc.constant(7),
  seasonNumber: fc.constant(1),
  episodeNumber: fc.integer({ min: 1, max: 2 }),
});
const step = fc.record({
  ids: fc.oneof(film, episode),
  /** Percent of the title, most often near 90. */
  share: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 85, max: 95 })),
  /** Hours since the step before; beyond 30 days a viewing is over. */
  hours: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 500, max: 900 })),
  /** Instead of an update, the last viewing is removed, or one is added. */
  instead: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, fc.constantFrom('remove', 'add')),
});

test('updates, additions and removals lead to the same history as in the tracker service', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      let now = Date.UTC(2026, 0, 1);
      const name = `same-${crypto.randomUUID()}`;
      const database = await openLibraryDatabase(name);
      const store = await openTestStore(() => now);
      const userId = (await store.users.claim('Ana', 'a password of some length'))?.id ?? '';
      try {
        for (const [index, { ids, share, hours, instead }] of steps.entries()) {
          now += hours * 3_600_000 + 1_000;
          const position = { progress: share * 30, duration: 3_000 };
          if (instead === 'add') {
            const viewing = { ids, position, watchedAt: now };
            await putViewing(database, `added-${index}`, viewing);
            await store.viewings.put(userId, `added-${index}`, { ...viewing, startedAt: now });
          } else if (instead === 'remove') {
            const [here] = await listWatches(database);
            const [there] = await store.sessions.watched(userId, { limit: 1 });
            if (here !== undefined) await removeViewing(database, here.id, now);
            if (there !== undefined) await store.viewings.remove(userId, there.id);
          } else {
            await updatePlayback(
              { database, now: () => now, newId: () => `${index}-${name}` },
              ids,
              position,
            );
            await store.playback.update(userId, ids, position);
          }
        }
        const here = await listWatches(database);
        const there = await store.sessions.watched(userId, { limit: 100 });
        const facts = (all: readonly { media: string; watchedAt?: number | null; progress: number }[]) =>
          all.map(({ media, watchedAt, progress }) => ({ media, watchedAt, progress }));
        expect(facts(here)).toEqual(facts(there));
        const open = await store.sessions.open(userId, 'all', { limit: 100 });
        expect((await openPlayings(database)).map(({ media, progress }) => ({ media, progress }))).toEqual(
          open.map(({ media, progress }) => ({ media, progress })),
        );
      } finally {
        database.close();
        await store.close();
      }
    }),
    { numRuns: 60 },
  );
});
