import { describe, expect, it, vi } from 'vitest';
import { collectTrace } from '../../../src/content/reader/collect-trace';
import type { ReadContext, PlayingMedia, Trace } from '../../../src/content/reader/context';
import { matchPage } from '../../../src/content/reader/match-page';
import { createMemory, type Memory, whenAnswered } from '../../../src/content/reader/memory';
import { readPage, type ConnectorReading } from '../../../src/content/reader/read-page';
import type { Definition, Guard, PageDefinition, Source } from '../../../src/protocol/definition/definition';
import { openSavedPage, type Situation } from '../../../scripts/connector/saved-page';

interface Given {
  readonly html?: string;
  readonly page?: Partial<PageDefinition>;
  readonly rest?: Partial<Definition>;
  readonly url?: string;
  readonly situation?: Situation;
  readonly memory?: Memory;
  readonly media?: PlayingMedia;
  readonly now?: number;
  readonly trace?: Trace;
  readonly context?: Partial<ReadContext>;
}

const ADDRESS = 'https://www.site.example/watch/42?v=abc#part-two';

async function read({
  html = '',
  page = {},
  rest = {},
  url = ADDRESS,
  situation = {},
  memory = createMemory(),
  media,
  now = 1_000,
  trace,
  context = {},
}: Given): Promise<ConnectorReading> {
  const definition: Definition = {
    version: 1,
    id: 'site',
    name: 'Site',
    hosts: ['www.site.example'],
    pages: [{ kind: 'watch', match: { path: '^/watch/(?<id>\\d+)' }, item: {}, ...page }],
    verified: { date: null, how: 'never' },
    ...rest,
  };
  const saved = openSavedPage(url);
  try {
    saved.show(html);
    saved.setSituation(situation);
    const matched = matchPage(definition, new URL(url));
    if (matched === undefined) throw new Error('no page');
    return await whenAnswered(memory, () =>
      readPage(
        matched.page,
        {
          ...saved.world(definition, new URL(url)),
          url: new URL(url),
          definition,
          memory,
          now,
          trace,
          values: { ...matched.groups },
          ...context,
        },
        media,
      ),
    );
  } finally {
    await saved.close();
  }
}

/** The title that one source gives. */
async function title(source: Source, given: Given = {}): Promise<string | undefined> {
  return (
    await read({
      ...given,
      page: { generic: false, ...given.page, item: { type: [{ constant: 'movie' }], title: [source] } },
    })
  ).item.title;
}

const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

it.each(['', '(3) ', '(12) ', '(99+) '])('a title is the same behind "%s"', async (count) => {
  const html = `<title>${count}Sintel | Site</title><h1>Sintel</h1>`;
  expect(await title({ title: true }, { html })).toBe('Sintel | Site');
});

describe('every kind of source', () => {
  const cases: readonly (readonly [string, Source, Given, string | undefined])[] = [
    ['a group of the address', { url: 'id' }, {}, '42'],
    ['a built-in part of the address', { url: '$hash' }, {}, 'part-two'],
    ['a parameter', { url: 'v' }, { page: { match: { query: { v: '^(?<v>\\w+)$' } } } }, 'abc'],
    [
      'text, the first that is not empty',
      { text: '.t' },
      { html: '<p class="t"> </p><p class="t">The\n  <b>Film</b></p>' },
      'The Film',
    ],
    ['text by its place', { text: '.t', index: -1 }, { html: '<p class="t">A</p><p class="t">B</p>' }, 'B'],
    [
      "an element's own text",
      { text: '.t', own: true },
      { html: '<p class="t">The Film<span>2020</span></p>' },
      'The Film',
    ],
    [
      'text in shadow roots',
      { text: 'x-a >> x-b >> .t' },
      {
        html: '<x-a><template shadowrootmode="open"><x-b><template shadowrootmode="open"><i class="t">Deep</i></template></x-b></template></x-a>',
      },
      'Deep',
    ],
    ['an attribute', { attribute: 'img', name: 'alt' }, { html: '<img alt="The Film">' }, 'The Film'],
    [
      'an element found by its text',
      { scan: 'div', matches: '^S\\d+ E\\d+$', offset: 2 },
      { html: '<div>UP NEXT</div><div>S1 E2</div><div>•</div><div>Home</div>' },
      'Home',
    ],
    [
      'an element found by an attribute',
      { scan: 'a', matches: '^Watch', name: 'aria-label' },
      { html: '<a aria-label="Close"></a><a aria-label="Watch it"></a>' },
      'Watch it',
    ],
    ['the title', { title: true }, { html: '<title>The Film | Site</title>' }, 'The Film | Site'],
    [
      'the title behind a count that a heading does not have',
      { title: true },
      { html: '<title>(3) The Film | Site</title><h1>The Film</h1>' },
      'The Film | Site',
    ],
    [
      'the title behind another count that og:title does not have',
      { title: true },
      { html: '<title>(14+) The Film</title><meta property="og:title" content="The Film">' },
      'The Film',
    ],
    [
      'a title with a number of its own',
      { title: true },
      { html: '<title>(500) Days of Summer</title><h1>Site</h1><h1>(500) Days of Summer</h1>' },
      '(500) Days of Summer',
    ],
    [
      'a title with a number of its own that nothing else states',
      { title: true },
      { html: '<title>(500) Days of Summer</title><h1></h1>' },
      '(500) Days of Summer',
    ],
    [
      'a title with a number of its own behind a count',
      { title: true },
      { html: '<title>(2) (500) Days of Summer</title><h1>(500) Days of Summer</h1>' },
      '(500) Days of Summer',
    ],
    [
      'no title in the words of a translation',
      { title: true },
      { html: '<title _msttexthash="7">Der Film</title>' },
      undefined,
    ],
    [
      'no text in the words of a translation',
      { text: 'h1' },
      { html: '<h1><font><font>Der Film</font></font></h1>' },
      undefined,
    ],
    [
      'a meta property',
      { meta: 'og:title' },
      { html: '<meta property="og:title" content="The Film">' },
      'The Film',
    ],
    ['a meta name', { meta: 'title' }, { html: '<meta name="title" content="The Film">' }, 'The Film'],
    [
      'JSON-LD in a graph',
      { jsonLd: ['Movie'], path: '$.name' },
      {
        html: ld({
          '@graph': [
            { '@type': 'Person', name: 'P' },
            { '@type': ['https://schema.org/Movie'], name: 'The Film' },
          ],
        }),
      },
      'The Film',
    ],
    [
      'JSON-LD about this id',
      { jsonLd: ['Movie'], path: '$.name', about: '/{id}' },
      {
        html: ld([
          { '@type': 'Movie', url: '/watch/41', name: 'Old' },
          { '@type': 'Movie', '@id': 'https://www.site.example/watch/42', name: 'New' },
        ]),
      },
      'New',
    ],
    [
      'no JSON-LD of another id',
      { jsonLd: ['Movie'], path: '$.name', about: '/{id}' },
      { html: ld({ '@type': 'Movie', url: '/watch/41', name: 'Old' }) },
      undefined,
    ],
    [
      'JSON-LD of any type, about this id',
      { jsonLd: ['*'], path: '$.name', about: '/{id}' },
      {
        html: ld([
          { '@type': 'Clip', url: '/watch/41', name: 'Old' },
          { '@type': 'BroadcastEvent', '@id': '/watch/42', name: 'New' },
        ]),
      },
      'New',
    ],
    [
      'JSON-LD with line breaks in it',
      { jsonLd: ['Movie'], path: '$.name' },
      { html: '<script type="application/ld+json">{"@type":"Movie","name":"The\nFilm"};</script>' },
      'The Film',
    ],
    [
      'JSON of a script',
      { scriptJson: '#data', path: '$.a[0].t' },
      { html: '<script id="data" type="application/json">{"a":[{"t":"The Film"}]}</script>' },
      'The Film',
    ],
    [
      'an assignment',
      { scriptAssignment: 'window.__data', path: '$.t' },
      { html: "<script>var x = 1; window.__data = {t: 'The Film', f: undefined,}; go()</script>" },
      'The Film',
    ],
    [
      'an assignment without window',
      { scriptAssignment: 'window.__data', path: '$.t' },
      { html: "<script>if (__data == 1) {} ; __data = {t: 'The Film'}</script>" },
      'The Film',
    ],
    [
      'rows of Next.js',
      { nextFlight: true, path: '$..episodeTitle' },
      {
        html: String.raw`<script>self.__next_f.push([1,"1:I[\"x\"]\n2:{\"a\":[{\"episo"])</script><script>self.__next_f.push([1,"deTitle\":\"The Film\"}]}\n"])</script>`,
      },
      'The Film',
    ],
    [
      'the media session',
      { mediaSession: 'artist' },
      { situation: { mediaSession: { artist: 'The Series' } } },
      'The Series',
    ],
    [
      'localStorage',
      { storage: 'now', path: '$.t' },
      { situation: { storage: { local: { now: { t: 'The Film' } } } } },
      'The Film',
    ],
    [
      'sessionStorage by the beginning of a key',
      { storage: '@@app*', area: 'session', path: '$.t' },
      { situation: { storage: { session: { other: '1', '@@app::1': { t: 'The Film' } } } } },
      'The Film',
    ],
    [
      "the page's world",
      { pageWorld: 'player.getTitle()' },
      { situation: { responses: { 'player.getTitle()': 'The Film' } } },
      'The Film',
    ],
    [
      "an element's property",
      { pageWorld: 'data', element: 'x-p', path: '$.t' },
      { situation: { responses: { 'x-p data': { t: 'The Film' } } } },
      'The Film',
    ],
    [
      'a request',
      { request: '/items/(\\w+)/' },
      {
        situation: {
          requests: [
            'https://a.example/items/one/x',
            'https://a.example/items/two/x',
            'https://a.example/other',
          ],
        },
      },
      'two',
    ],
    ['a constant', { constant: 'The Film' }, {}, 'The Film'],
    ['an invalid selector, which finds nothing', { text: 'h1[[' }, { html: '<h1>A</h1>' }, undefined],
    [
      'an element that exists',
      { exists: '.t', transforms: [{ lookup: { true: 'yes' } }] },
      { html: '<i class="t"></i>' },
      'yes',
    ],
    [
      'an element that is not visible',
      { exists: '.t', visible: true },
      { html: '<i class="t"></i>', situation: { hidden: ['.t'] } },
      undefined,
    ],
  ];

  it.each(cases)('%s', async (_, source, given, expected) => {
    expect(await title(source, given)).toBe(expected);
  });
});

describe('transforms', () => {
  const cases: readonly (readonly [string, NonNullable<Source['transforms']>, string | undefined])[] = [
    ['watch The Film | Site', [{ stripPrefix: 'Watch ' }, { stripSuffix: ' | Site' }], 'The Film'],
    ['E12 - Home', [{ regex: '^E\\d+ - (.+)$' }], 'Home'],
    ['Home', [{ regex: '^E\\d+' }], undefined],
    ['a-b', [{ regex: '(?<x>a)-(?<y>b)', group: 'y' }], 'b'],
    ['The Film [Ultra HD]', [{ replace: '\\s*\\[[^\\]]*\\]$', with: '' }], 'The Film'],
    ['One | Two | Three', [{ split: ' | ', index: -2 }], 'Two'],
    ['the-long_way%20home', [{ deslug: true }], 'The Long Way Home'],
    ['The Film The Film', [{ undouble: true }], 'The Film'],
    ['MOV', [{ lookup: { mov: 'Film' } }], 'Film'],
    ['X', [{ lookup: { mov: 'Film' } }], undefined],
    ['X', [{ lookup: { mov: 'Film' }, else: 'Other' }], 'Other'],
    ['Home', [{ format: '{id}: {value}' }], '42: Home'],
    ['{"a":{"t":"Inner"}}', [{ jsonPath: '$.a.t' }], 'Inner'],
    ['1500', [{ factor: 0.001 }], '1.5'],
    ['Show, Season 1 Episode 2, Home', [{ seasonEpisode: 'series' }], 'Show'],
    ['XIV', [{ number: 'roman' }], '14'],
  ];

  it.each(cases)('%s %j', async (text, transforms, expected) => {
    expect(await title({ constant: text, transforms })).toBe(expected);
  });

  it('finds in a list, and takes the largest', async () => {
    const html =
      '<script id="d" type="application/json">{"list":[{"id":41,"t":"Old","m":"2020-01-02"},{"id":42,"t":"New","m":"2019-01-02"}]}</script>';
    const from = (transform: NonNullable<Source['transforms']>[number]) =>
      title({ scriptJson: '#d', path: '$.list', transforms: [transform, { jsonPath: '$.t' }] }, { html });
    expect(await from({ find: '$.id', equals: '{id}' })).toBe('New');
    expect(await from({ find: '$.id', equals: '7' })).toBeUndefined();
    expect(await from({ find: '$.m', matches: '^2019-' })).toBe('New');
    expect(await from({ find: '$.m', matches: '^1999-' })).toBeUndefined();
    expect(await from({ largest: '$.m' })).toBe('Old');
  });

  it('finds in a list whose elements, or all of it, are JSON stored as text', async () => {
    const element = (id: number, t: string) => JSON.stringify({ id, t });
    const list = [element(41, 'Old'), element(42, 'New'), 'no JSON'];
    for (const stored of [list, JSON.stringify(list)]) {
      const html = `<script id="d" type="application/json">${JSON.stringify({ list: stored })}</script>`;
      const transforms: Source['transforms'] = [{ find: '$.id', equals: '{id}' }, { jsonPath: '$.t' }];
      expect(await title({ scriptJson: '#d', path: '$.list', transforms }, { html })).toBe('New');
    }
    const plain = '<script id="d" type="application/json">["one","two"]</script>';
    const transforms: Source['transforms'] = [{ find: '$', equals: 'two' }];
    expect(await title({ scriptJson: '#d', path: '$', transforms }, { html: plain })).toBe('two');
  });
});

describe('guards', () => {
  const cases: readonly (readonly [Guard, boolean])[] = [
    [{ equals: 'the film' }, true],
    [{ contains: 'film' }, true],
    [{ matches: '^the' }, true],
    [{ matches: '^a' }, false],
    [{ matches: '^a', not: true }, true],
    [{ of: { meta: 'id' }, equals: '{id}' }, true],
    [{ of: { meta: 'id' }, equals: '41' }, false],
    [{ of: { meta: 'none' }, equals: '{id}' }, false],
    [{ of: { meta: 'none' } }, false],
    [{ of: { meta: 'none' }, not: true }, true],
    [{ of: { meta: 'id' } }, true],
  ];

  it.each(cases)('%j', async (guard, passes) => {
    expect(
      await title({ constant: 'The Film', guards: [guard] }, { html: '<meta name="id" content="42">' }),
    ).toBe(passes ? 'The Film' : undefined);
  });
});

it('reads the first and the last of several episodes in one video', async () => {
  const page: Partial<PageDefinition> = {
    generic: false,
    item: {
      seriesTitle: [{ text: 'h1' }],
      seasonNumber: [{ text: 'h2', transforms: [{ seasonEpisode: 'season' }] }],
      episodeNumber: [{ text: 'h2', transforms: [{ seasonEpisode: 'episode' }] }],
      episodeTitle: [{ text: 'h2', transforms: [{ seasonEpisode: 'title' }] }],
    },
  };
  const { item } = await read({ page, html: '<h1>The Series</h1><h2>S7 E25-26 Search Committee</h2>' });
  expect(item).toEqual({
    type: 'episode',
    seriesTitle: 'The Series',
    seasonNumber: 7,
    episodeNumber: 25,
    lastEpisodeNumber: 26,
    episodeTitle: 'Search Committee',
  });
});

describe('what is remembered', () => {
  const page: Partial<PageDefinition> = {
    generic: false,
    item: {
      seriesTitle: [{ text: 'h1', remember: true }],
      episodeNumber: [{ text: 'h2', transforms: [{ seasonEpisode: 'episode' }], remember: true }],
    },
  };
  const shown = '<h1>The Series</h1><h2>S1 E2</h2>';
  const item = { type: 'episode', seriesTitle: 'The Series', episodeNumber: 2 };
  const media = { duration: 1_500, source: 'a' };

  it('stays while the labels are hidden', async () => {
    const memory = createMemory();
    const first = await read({ page, memory, media, html: shown });
    const second = await read({ page, memory, media });
    expect([first.item, second.item, second.identity]).toEqual([item, item, first.identity]);
  });

  it.each<readonly [string, Given]>([
    ['the address', { url: 'https://www.site.example/watch/43' }],
    ['the duration', { media: { duration: 1_560, source: 'a' } }],
    ['the source of the video', { media: { duration: 1_500, source: 'b' } }],
  ])('goes with %s', async (_, change) => {
    const memory = createMemory();
    await read({ page, memory, media, html: shown });
    expect((await read({ page, memory, media, ...change })).item).toEqual({});
  });

  it('goes at once from the values of the page too, and what is seen just then stays', async () => {
    const memory = createMemory();
    const withValue: Partial<PageDefinition> = {
      values: { key: [{ text: 'i', remember: true }] },
      identity: [{ url: 'key' }],
      gate: [{ url: 'key' }],
      item: { title: [{ url: 'key' }] },
    };
    const titles: (string | undefined)[] = [];
    for (const [html, source] of [
      ['<i>One</i>', 'a'],
      ['', 'a'],
      ['', 'b'],
      ['<i>Two</i>', 'b'],
      ['', 'b'],
      ['<i>Three</i>', 'c'],
      ['', 'c'],
    ] as const) {
      titles.push(
        (await read({ page: withValue, memory, html, media: { duration: 1_500, source } })).item.title,
      );
    }
    expect(titles).toEqual(['One', 'One', undefined, 'Two', 'Two', 'Three', 'Three']);
  });

  it('goes when another label that was remembered with it reads differently', async () => {
    const memory = createMemory();
    await read({ page, memory, media, html: shown });
    expect((await read({ page, memory, media, html: '<h1>Another Series</h1>' })).item).toEqual({
      seriesTitle: 'Another Series',
    });
  });
});

describe('endpoints', () => {
  const page: Partial<PageDefinition> = {
    generic: false,
    item: { title: [{ endpoint: 'item', path: '$.title' }] },
  };
  const endpoints: Definition['endpoints'] = {
    item: { urls: ['https://www.site.example/api/{id}'], check: { path: '$.id', equals: '{id}' } },
  };
  const counting = (answer: unknown) => {
    const asked: unknown[] = [];
    return {
      asked,
      context: { askEndpoint: async (name: string, values: unknown) => (asked.push([name, values]), answer) },
    };
  };

  it('are asked once for what they were asked, with only the values they name', async () => {
    const { asked, context } = counting({ id: 42, title: 'The Film' });
    const memory = createMemory();
    for (const now of [1_000, 60_000])
      expect((await read({ page, rest: { endpoints }, memory, context, now })).item.title).toBe('The Film');
    expect(asked).toEqual([['item', { id: '42' }]]);
  });

  it('are not believed when they answer for something else', async () => {
    expect((await read({ page, rest: { endpoints }, ...counting({ id: 41, title: 'Old' }) })).item).toEqual(
      {},
    );
  });

  it('are asked again after 5 s, then after 10 s, when they fail', async () => {
    const { asked, context } = counting(undefined);
    const memory = createMemory();
    const times: number[] = [];
    for (let now = 0; now < 40_000; now += 1_000) {
      const before = asked.length;
      await read({ page, rest: { endpoints }, memory, context, now });
      if (asked.length > before) times.push(now);
    }
    expect(times).toEqual([0, 5_000, 15_000, 35_000]);
  });

  it('are waited for 10 s, and once: a page is read without one that does not come', async () => {
    vi.useFakeTimers();
    try {
      const memory = createMemory();
      const asked: number[] = [];
      const askEndpoint = () => {
        asked.push(Date.now());
        return new Promise<unknown>(() => undefined);
      };
      const begun = Date.now();
      const look = () =>
        read({ page, rest: { endpoints }, memory, context: { askEndpoint }, now: Date.now() - begun });
      const first = look();
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await first).item).toEqual({});
      // The second query is made and not waited for.
      expect((await look()).item).toEqual({});
      expect((await look()).item).toEqual({});
      expect(asked).toEqual([begun, begun + 10_000]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a page', () => {
  it('whose gate is closed is not read', async () => {
    const reading = await read({
      html: '<h1>The Film</h1>',
      page: { gate: [{ exists: 'video' }], item: { title: [{ text: 'h1' }] } },
    });
    expect([reading.gate, reading.item, reading.identity]).toEqual(['closed', {}, '']);
  });

  it('may have conditions of which one is enough', async () => {
    const gate: PageDefinition['gate'] = [{ exists: 'h1' }, [{ exists: '.name' }, { exists: '.id' }]];
    const found = async (html: string) =>
      (await read({ html, page: { gate, item: { title: [{ text: 'h1' }] } } })).gate;
    expect(await found('<h1>A</h1><i class="id"></i>')).toBeUndefined();
    expect(await found('<h1>A</h1><i class="name"></i>')).toBeUndefined();
    expect(await found('<h1>A</h1>')).toBe('closed');
    expect(await found('<i class="id"></i>')).toBe('closed');
  });

  it('knows its values before what gates it, so that an endpoint can tell', async () => {
    const rest = { endpoints: { item: { urls: ['https://www.site.example/api/{item}'] } } };
    const page: Partial<PageDefinition> = {
      values: { item: [{ text: 'i' }] },
      item: { title: [{ text: 'h1' }] },
      player: { live: [{ endpoint: 'item', path: '$.live' }], ad: [{ endpoint: 'item', path: '$.ad' }] },
      gate: [{ endpoint: 'item', path: '$.open' }],
    };
    const found = async (answer: unknown) =>
      (
        await read({
          html: '<i>7</i><h1>A</h1>',
          page,
          rest,
          situation: { responses: { 'https://www.site.example/api/7': answer as never } },
        })
      ).gate;
    expect(await found({ open: true, live: true })).toBe('live');
    expect(await found({ open: true, live: false })).toBeUndefined();
    expect(await found({ open: true, ad: true, live: true })).toBe('ad');
    expect(await found({ live: true })).toBe('closed');
  });

  it('tells titles apart by a value in the place of a group, but not by a token', async () => {
    const page: Partial<PageDefinition> = {
      values: { id: [{ text: '.id' }], token: [{ text: '.token' }] },
      item: { title: [{ constant: 'A' }] },
    };
    const identity = async (id: string, token: string) =>
      (await read({ page, html: `<i class="id">${id}</i><i class="token">${token}</i>` })).identity;
    expect(await identity('7', 'a')).toBe(await identity('7', 'b'));
    expect(await identity('7', 'a')).not.toBe(await identity('8', 'a'));
  });

  it('is named by nothing only where something plays', async () => {
    const page: Partial<PageDefinition> = { generic: false, item: { title: [{ text: '.gone' }] } };
    const media = { duration: 1_500, source: 'a' };
    expect((await read({ page })).degraded).toBe(false);
    expect((await read({ page, media })).degraded).toBe(true);
    expect(
      (await read({ page: { ...page, player: { trailer: [{ constant: 'x' }] } }, media })).degraded,
    ).toBe(false);
    expect((await read({ page: { ...page, player: { inFrame: true } } })).degraded).toBe(true);
  });

  it('uses values of its own like groups of the address', async () => {
    const reading = await read({
      html: '<i id="n">77</i><meta name="k" content="77">',
      page: {
        values: { id: [{ text: '#n' }] },
        item: { title: [{ constant: 'A', guards: [{ of: { meta: 'k' }, equals: '{id}' }] }] },
      },
    });
    expect(reading.item.title).toBe('A');
  });

  it('that lost its labels falls back to its structured data and says so', async () => {
    const html = `<title>Nothing</title>${ld({ '@type': 'TVEpisode', url: 'https://www.site.example/watch/42', name: 'Home', episodeNumber: 2, partOfSeason: { seasonNumber: 1 }, partOfSeries: { name: 'The Series' } })}`;
    const reading = await read({
      html,
      media: { duration: 1_500, source: 'a' },
      page: { item: { seriesTitle: [{ text: '.gone' }], episodeNumber: [{ text: '.gone' }] } },
    });
    expect(reading).toMatchObject({
      degraded: true,
      confidence: 0.9,
      missing: ['seriesTitle'],
      item: {
        type: 'episode',
        seriesTitle: 'The Series',
        seasonNumber: 1,
        episodeNumber: 2,
        episodeTitle: 'Home',
      },
    });
  });

  it('tells every source that was tried', async () => {
    const trace = collectTrace();
    await read({
      html: '<h1>S1 E2</h1>',
      trace,
      page: {
        generic: false,
        item: {
          title: [
            { text: 'h2' },
            { text: 'h1', guards: [{ matches: 'x' }] },
            { text: 'h1', transforms: [{ seasonEpisode: 'episode' }] },
          ],
        },
      },
    });
    expect(
      trace.entries.map(({ field, index, outcome, raw, value }) => [field, index, outcome, raw, value]),
    ).toEqual([
      ['item.title', 0, 'miss', undefined, undefined],
      ['item.title', 1, 'refused', 'S1 E2', undefined],
      ['item.title', 2, 'hit', 'S1 E2', '2'],
    ]);
  });
});

describe('a hostile page', () => {
  it('cannot make a text long, wide or of several lines', async () => {
    const nasty = `\u202e\u0000The\n\tFilm\u200b <b>bold</b> ${'x'.repeat(1_000_000)}`;
    const found =
      (await title(
        { meta: 'og:title' },
        { html: `<meta property="og:title" content="${nasty.replaceAll('<', '&lt;')}">` },
      )) ?? '';
    expect(found.length).toBeLessThanOrEqual(500);
    // oxlint-disable-next-line no-control-regex -- that there are none is what is shown
    expect(found).not.toMatch(/[\u0000-\u001f\u200b-\u202e]/);
    expect(found.startsWith('The Film <b>bold</b> xxx')).toBe(true);
  });

  it('cannot set numbers that are none', async () => {
    const numbers = async (text: string) =>
      (
        await read({
          page: {
            generic: false,
            item: {
              seriesTitle: [{ constant: 'S' }],
              seasonNumber: [{ constant: text }],
              episodeNumber: [{ constant: text }],
              year: [{ constant: text }],
            },
          },
        })
      ).item;
    for (const text of ['-1', '1e9', '99999999999999', 'NaN', 'Infinity', '1.5', '0x10'])
      expect(await numbers(text)).not.toMatchObject({
        episodeNumber: expect.any(Number) as number,
        seasonNumber: expect.any(Number) as number,
      });
  });

  it('cannot make reading throw with deep JSON, and its identity stays short', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const html = `<script type="application/ld+json">${deep}</script><script id="d" type="application/json">${deep}</script><title>${'t'.repeat(5_000)}</title>`;
    const reading = await read({
      html,
      page: {
        item: {
          title: [
            { jsonLd: ['Movie'], path: '$..name' },
            { scriptJson: '#d', path: '$..name' },
            { title: true },
          ],
        },
      },
    });
    expect(reading.item.title?.length).toBe(500);
    expect(reading.identity.length).toBeLessThanOrEqual(2_000);
  });
});

describe('the ladder of a reading', () => {
  const page: Partial<PageDefinition> = {
    item: {
      type: [{ constant: 'movie' }],
      title: [{ text: '.gone' }, { text: 'h1' }],
      year: [{ text: '.year' }],
      ids: { imdb: [{ text: '.imdb' }] },
    },
    generic: false,
  };
  const film = (more: object) => ld({ '@type': 'Movie', name: 'Sintel', ...more });
  const ladder = async (html: string) => (await read({ page, html })).ladder;

  it('names which source of each field has answered, and no value', async () => {
    expect(await ladder('<h1>Sintel</h1>')).toBe('title1 year-');
    expect(await ladder('<h2 class="gone">Sintel</h2><p class="year">2010</p>')).toBe('title0 year0');
  });

  it('notes a field for which the structured data states something else', async () => {
    expect(await ladder(`<h1>Up next</h1>${film({})}`)).toBe('title1 year- title!');
    expect(await ladder(`<h1>Sintel (2010)</h1>${film({})}`)).toBe('title1 year-');
  });

  it('compares with the data of one title at this address only', async () => {
    const elsewhere = film({ url: 'https://www.site.example/watch/43' });
    expect(await ladder(`<h1>Up next</h1>${elsewhere}`)).toBe('title1 year-');
    expect(await ladder(`<h1>Up next</h1>${film({})}${film({ name: 'Spring' })}`)).toBe('title1 year-');
  });
});
