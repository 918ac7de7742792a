import { afterEach, expect, test } from 'vitest';
import { nextEpisodes } from '../../../src/service/library/up-next';
import type { Service } from '../../../src/service/http/environment';
import { startTest, type ServiceUnderTest } from '../service-under-test';

let service: ServiceUnderTest;
afterEach(() => service.close());

test('what all series ask of the database at the same time is one question', async () => {
  service = await startTest();
  const { store, owner } = service;
  const series = Array.from({ length: 20 }, (_, index) => 7_000 + index);
  for (const tmdbId of series)
    for (const episodeNumber of [1, 2, 3])
      await store.playback.update(
        owner.id,
        { type: 'episode', tmdbId, seasonNumber: 1, episodeNumber },
        { progress: 95, duration: 100 },
      );
  let questions = 0;
  const watchedTitles: typeof store.watchedTitles = {
    ...store.watchedTitles,
    among: (userId, media) => {
      questions += 1;
      return store.watchedTitles.among(userId, media);
    },
  };
  const catalogue = {
    next: async (place: {
      readonly tmdbId: number;
      readonly seasonNumber: number;
      episodeNumber: number;
    }) => ({
      ...place,
      type: 'episode',
      title: 'Next',
      episodeNumber: place.episodeNumber + 1,
    }),
  };
  const found = await nextEpisodes(
    { store: { ...store, watchedTitles }, catalogue } as unknown as Service,
    owner.id,
    await store.sessions.lastEpisodes(owner.id),
  );
  const places = found.map(({ showId, title }) => [showId, title.episodeNumber]);
  expect(Object.fromEntries(places)).toEqual(Object.fromEntries(series.map((showId) => [showId, 4])));
  expect(questions).toBe(2);
});
