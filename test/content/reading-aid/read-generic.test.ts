import { expect, it } from 'vitest';
import { createMemory } from '../../../src/content/reader/memory';
import type { GenericReading } from '../../../src/content/reader/context';
import { readGeneric } from '../../../src/content/reading-aid/read-generic';
import type { Definition } from '../../../src/protocol/definition/definition';
import { openSavedPage, type Situation } from '../../../scripts/connector/saved-page';

const definition: Definition = {
  version: 1,
  id: 'any',
  name: 'Any',
  hosts: ['a.example'],
  pages: [{ kind: 'x', match: { path: '/' }, item: {} }],
  verified: { date: null, how: 'never' },
};

async function read(html: string, situation: Situation = {}): Promise<GenericReading> {
  const url = new URL('https://a.example/watch/42');
  const saved = openSavedPage(url.href);
  try {
    saved.show(html);
    saved.setSituation(situation);
    return readGeneric({ ...saved.world(definition, url), url, memory: createMemory() });
  } finally {
    await saved.close();
  }
}

const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

it('believes an object about this page most', async () => {
  expect(
    await read(
      ld({
        '@type': 'Movie',
        url: 'https://a.example/watch/42/',
        name: 'The Film',
        datePublished: '2019-05-01',
      }),
    ),
  ).toEqual({ item: { type: 'movie', title: 'The Film', year: 2019 }, confidence: 0.9, from: 'json-ld' });
});

it('believes the only object of its kind', async () => {
  const object = {
    '@type': 'TVEpisode',
    name: 'Home',
    episodeNumber: '2',
    partOfSeason: { '@type': 'TVSeason', name: 'Season 3' },
    partOfSeries: 'The Series',
  };
  expect(await read(ld(object))).toEqual({
    item: {
      type: 'episode',
      seriesTitle: 'The Series',
      seasonNumber: 3,
      episodeNumber: 2,
      episodeTitle: 'Home',
    },
    confidence: 0.8,
    from: 'json-ld',
  });
});

it('believes neither an object about another page nor one of several', async () => {
  expect((await read(ld({ '@type': 'Movie', url: 'https://a.example/watch/41', name: 'Old' }))).from).toBe(
    'nothing',
  );
  expect(
    (
      await read(
        ld([
          { '@type': 'Movie', name: 'A' },
          { '@type': 'Movie', name: 'B' },
        ]),
      )
    ).from,
  ).toBe('nothing');
});

it('reads a video object that names its series', async () => {
  expect(
    await read(
      ld({ '@type': 'VideoObject', name: 'Home', episodeNumber: 2, partOfSeries: { name: 'The Series' } }),
    ),
  ).toMatchObject({
    item: { type: 'episode', seriesTitle: 'The Series', episodeNumber: 2 },
    confidence: 0.8,
  });
});

it('reads the media session of an episode', async () => {
  expect(
    await read('<title>x</title>', { mediaSession: { artist: 'The Series', title: 'Home (1x2)' } }),
  ).toMatchObject({ item: { type: 'episode', seriesTitle: 'Home' }, from: 'media-session' });
});

it('reads OpenGraph, and less surely when it does not say of what kind', async () => {
  const og = (type: string) =>
    `<meta property="og:type" content="${type}"><meta property="og:title" content="Watch The Film | Site"><meta property="video:release_date" content="2001-01-01">`;
  expect(await read(og('video.movie'))).toEqual({
    item: { type: 'movie', title: 'The Film', year: 2001 },
    confidence: 0.5,
    from: 'open-graph',
  });
  expect((await read(og('video.other'))).confidence).toBe(0.3);
});

it.each([
  [
    'video.movie',
    'The Wars: Episode 1 – The Menace',
    { type: 'movie', title: 'The Wars: Episode 1 – The Menace' },
  ],
  ['video.movie', 'The Series – S1 E2', { type: 'episode', seriesTitle: 'The Series', episodeNumber: 2 }],
  ['video.other', 'The Man: Chapter 4', { type: 'movie', title: 'The Man: Chapter 4' }],
])('takes the number of a film for no episode: %s %s', async (type, title, item) => {
  const page = `<meta property="og:type" content="${type}"><meta property="og:title" content="${title}">`;
  expect((await read(page)).item).toMatchObject(item);
});

it.each([
  ['The Daily Report – March 3, 2025 | Site', 'The Daily Report', 'March 3, 2025'],
  ['03.05.2024: Tagesbericht', 'Tagesbericht', '03.05.2024'],
])('makes no film of a programme of a day: %s', async (title, seriesTitle, episodeTitle) => {
  const { item } = await read(`<title>${title}</title>`);
  expect(item).toEqual({ type: 'episode', seriesTitle, episodeTitle });
});

it('reads several episodes in one video', async () => {
  const { item } = await read('<title>The Series – S1 E2-3 – Home | Site</title>');
  expect(item).toMatchObject({ seriesTitle: 'The Series', episodeNumber: 2, lastEpisodeNumber: 3 });
});

it('takes the title at last, and never for sure', async () => {
  expect(await read('<title>The Series – S1 E2 – Home | Site</title>')).toEqual({
    item: {
      type: 'episode',
      seriesTitle: 'The Series',
      seasonNumber: 1,
      episodeNumber: 2,
      episodeTitle: 'Home',
    },
    confidence: 0.4,
    from: 'title',
  });
  expect(await read('<title>The Film | Site</title>')).toEqual({
    item: { type: 'movie', title: 'The Film' },
    confidence: 0.3,
    from: 'title',
  });
  expect(await read('')).toEqual({ item: {}, confidence: 0, from: 'nothing' });
});

it.each([
  [
    'the name that the page states',
    '<meta property="og:site_name" content="Stream Hall"><title>Stream Hall</title>',
  ],
  ['the host', '<title>a.example</title>'],
  ['a button', '<title>Stream Hall</title><button>Stream Hall</button>'],
  ['words of a player', '<title>Watch free | Stream Hall</title>'],
  ['a part of something', '<title>The Lighthouse Part 2</title>'],
])('makes no film of %s', async (_, html) => {
  expect(await read(html)).toEqual({ item: {}, confidence: 0, from: 'nothing' });
});
