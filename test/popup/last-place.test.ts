import { expect, test } from 'vitest';
import type { Media } from '../../src/core/media/media';
import type { ActivityEntry } from '../../src/core/outbox/outbox-view';
import type { SiteView } from '../../src/core/settings/site-state';
import { lastPlace } from '../../src/popup/home/use-pages';

const site: SiteView = {
  id: 'netflix',
  name: 'Netflix',
  origin: 'built-in',
  regions: [],
  hosts: [],
  userHosts: false,
  state: {} as SiteView['state'],
  granted: true,
};
const page = 'https://www.netflix.com/watch/1';
const entryOf = (media: Media): ActivityEntry => ({
  id: 1,
  at: 0,
  sessionId: 'evening',
  siteId: 'netflix',
  item: { type: media.type },
  media,
  page,
  position: 100,
  duration: 1000,
  cause: 'tick',
  answer: 'accepted',
});

const numbers = { seasonNumber: 1, episodeNumber: 2 };

test.each([
  ['a film', 'movie', {}, {}, page],
  ['the same episode', 'show', numbers, numbers, page],
  ['another episode', 'show', numbers, { ...numbers, episodeNumber: 3 }, undefined],
  ['episodes without numbers, which can be any', 'show', {}, {}, undefined],
] as const)('the page of what was watched: %s', (_, type, wanted, watched, expected) => {
  const item = { type, title: 'One', tmdbId: 1, ...wanted };
  const media: Media = { type: type === 'movie' ? 'movie' : 'episode', tmdbId: 1, ...watched };
  const place = lastPlace(item, [entryOf(media)], [site]);
  expect(place?.name).toBe('Netflix');
  expect(place?.page).toBe(expected);
});
