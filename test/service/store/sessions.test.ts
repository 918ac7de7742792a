import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/service/store/store';
import { openTestStore } from './open-test-store';

const clock = { now: Date.UTC(2026, 0, 1) };
let store: Store;
beforeEach(async () => {
  store = await openTestStore(() => clock.now);
});
afterEach(() => store.close());

const episode = (tmdbId: number, seasonNumber: number, episodeNumber: number) =>
  ({ type: 'episode', tmdbId, seasonNumber, episodeNumber }) as const;
const watched = { progress: 95, duration: 100 };
const lastOf = async (userId: string) =>
  (await store.sessions.lastEpisodes(userId)).map(({ tmdbId, seasonNumber, episodeNumber }) => [
    tmdbId,
    seasonNumber,
    episodeNumber,
  ]);

describe('the last episode of each series', () => {
  test('is the one that was watched last, not the one with the highest number', async () => {
    const { id } = await store.users.ensureOwner();
    for (const number of [1, 2, 3, 1]) {
      clock.now += 60_000;
      await store.playback.update(id, episode(7, 1, number), watched);
      await store.playback.update(id, episode(7, 1, number), { progress: 1, duration: 100 });
      await store.playback.update(id, episode(7, 1, number), watched);
    }
    await store.playback.update(id, episode(8, 2, 5), { progress: 50, duration: 100 });
    await store.playback.update(id, { type: 'movie', tmdbId: 9 }, watched);
    expect(await lastOf(id)).toEqual([[7, 1, 1]]);
  });

  test('of several that were watched in the same moment is the one that came last', async () => {
    const { id } = await store.users.ensureOwner();
    for (const number of [2, 1, 3]) await store.playback.update(id, episode(7, 1, number), watched);
    expect(await lastOf(id)).toEqual([[7, 1, 3]]);
  });

  test('is known for an episode that was first named by its own id', async () => {
    const { id } = await store.users.ensureOwner();
    await store.playback.update(id, { type: 'episode', episodeId: 62085 }, watched);
    expect(await lastOf(id)).toEqual([]);
    await store.playback.update(id, { ...episode(7, 1, 4), episodeId: 62085 }, watched);
    expect(await lastOf(id)).toEqual([[7, 1, 4]]);
    clock.now += 60_000;
    await store.playback.update(id, episode(7, 1, 5), watched);
    await store.playback.update(id, { type: 'episode', episodeId: 62085 }, { progress: 1, duration: 100 });
    clock.now += 60_000;
    await store.playback.update(id, { type: 'episode', episodeId: 62085 }, watched);
    expect(await lastOf(id)).toEqual([[7, 1, 4]]);
  });

  test('is found for each series among many viewings', async () => {
    const { id } = await store.users.ensureOwner();
    const expected = new Map<number, readonly [number, number]>();
    for (let viewing = 0; viewing < 500; viewing += 1) {
      const [series, season, number] = [viewing % 97, 1 + (viewing % 5), 1 + (viewing % 23)];
      clock.now += 1000;
      await store.playback.update(id, episode(1 + series, season, number), watched);
      await store.playback.update(id, episode(1 + series, season, number), { progress: 1, duration: 100 });
      await store.playback.update(id, episode(1 + series, season, number), watched);
      expected.delete(1 + series);
      expected.set(1 + series, [season, number]);
    }
    const last = await lastOf(id);
    const newest = [...expected].toReversed().slice(0, 50);
    expect(last).toEqual(newest.map(([series, place]) => [series, ...place]));
  });
});
