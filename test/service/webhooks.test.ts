import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Catalogue, type TitleQuestion, CatalogueError } from '../../src/service/catalogue/catalogue';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { readPlex } from '../../src/service/library/webhooks/read-plex';
import { startService, type RunningService } from '../../src/service/start-service';
import { findDifference } from './described-answers';
import { MEDIA_SERVERS, oldEmby, type Episode, type Film, type Notification } from './media-servers';

// What media servers report, over a real socket.

const PRODUCTS = ['jellyfin', 'plex', 'emby', 'kodi'] as const;

const bunny: Film = { title: 'Big Buck Bunny', year: 2008, ids: { tmdb: '10378', imdb: 'tt1254207' } };
/** Of "Breaking Bad". */
const second: Episode = {
  series: 'Breaking Bad',
  season: 1,
  number: 2,
  ids: { tmdb: '62086', imdb: 'tt1054724', tvdb: '349235' },
};

/** Knows, beside the built-in titles, the second episode by its ids. */
const asked: TitleQuestion[] = [];
let isAway = false;
const builtIn = createBuiltInCatalogue();
const catalogue: Catalogue = {
  ...builtIn,
  async resolve(question) {
    asked.push(question);
    if (isAway) throw new CatalogueError('unreachable', 'away');
    const { imdbId, tvdbId, ...rest } = question;
    const isSecond = imdbId === 'tt1054724' || tvdbId === 349_235;
    if (!isSecond) return builtIn.resolve({ imdbId, ...rest });
    const place = { type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 2 } as const;
    return (await builtIn.resolve(place)).map((title) => ({ ...title, matchedBy: 'externalId' as const }));
  },
};

let service: RunningService;
const evening = Date.UTC(2026, 0, 15, 20);
let now = evening;
beforeAll(async () => {
  service = await startService({ dataDir: ':memory:', catalogue, now: () => now, log: () => undefined });
});
afterAll(() => service.close());

let userId = '';
let key = '';
let people = 0;
beforeEach(async () => {
  userId = `person${String((people += 1))}`;
  key = await service.store.keys.create(userId, 'sk', 'TV', { scope: 'scrobble' });
});
afterEach(() => {
  isAway = false;
  now = evening;
  asked.length = 0;
});

async function send(product: string, { type, body }: Notification, address = `/${key}`, headers = {}) {
  const path = `/matinee/webhooks/${product}${address}`;
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    // Pictures are bytes.
    body: Buffer.from(body, 'latin1'),
  });
  const answer: unknown = await response.json();
  const difference = findDifference('POST', path, { status: response.status, body: answer });
  if (difference !== undefined) throw new Error(`${path} is described otherwise: ${difference}`);
  return { status: response.status, body: answer };
}

const stored = { status: 200, body: { success: true, data: { stored: true } } };
const because = (reason: string) => ({
  status: 200,
  body: { success: true, data: { stored: false, reason } },
});
const history = () => service.store.sessions.watched(userId, { limit: 100 });
const positions = () => service.store.sessions.latest(userId, { limit: 100 });

describe.each(PRODUCTS)('%s', (product) => {
  const film = (event: 'play' | 'pause' | 'stop', progress: number, more = {}) =>
    MEDIA_SERVERS[product](bunny, { event, progress, duration: 600, ...more });
  const episode = (event: 'play' | 'pause' | 'stop', progress: number, ids = second.ids) =>
    MEDIA_SERVERS[product]({ ...second, ids }, { event, progress, duration: 2820 });

  test('a film: begun, paused, played to its end, and seen again', async () => {
    expect(await send(product, film('play', 0))).toEqual(because('position'));
    expect(await positions()).toEqual([]);
    expect(await send(product, film('pause', 300))).toEqual(stored);
    expect(await positions()).toMatchObject([
      { media: 'movie:10378', progress: 300, duration: 600, watchedAt: null },
    ]);
    expect(await send(product, film('stop', 539))).toEqual(stored);
    expect(await history()).toEqual([]);
    expect(await send(product, film('stop', 540))).toEqual(stored);
    expect(await history()).toMatchObject([{ media: 'movie:10378', progress: 540, duration: 600 }]);
    expect(await send(product, film('stop', 590))).toEqual(stored);
    expect(await send(product, film('pause', 400))).toEqual(stored);
    expect(await history()).toHaveLength(1);
    expect(await send(product, film('play', 60))).toEqual(stored);
    expect(await send(product, film('stop', 595))).toEqual(stored);
    expect(await history()).toHaveLength(2);
  });

  test('a play that begins again is another viewing, if the server reports only begin and end', async () => {
    for (const viewing of [1, 2]) {
      await send(product, film('play', 0));
      expect(await send(product, film('stop', 570, { isPlayed: true }))).toEqual(stored);
      await send(product, film('stop', 590));
      expect(await history()).toHaveLength(viewing);
    }
  });

  test('an end alone is another viewing on another evening, and the same one on this', async () => {
    await send(product, film('stop', 570, { isPlayed: true }));
    now += 3 * 3_600_000;
    await send(product, film('stop', 560, { isPlayed: true }));
    expect(await history()).toHaveLength(1);
    now += 24 * 3_600_000;
    await send(product, film('stop', 570, { isPlayed: true }));
    expect(await history()).toHaveLength(2);
  });

  test('what the server calls played is watched, wherever it has put the position', async () => {
    expect(await send(product, film('stop', 0, { isPlayed: true }))).toEqual(stored);
    expect(await history()).toMatchObject([{ media: 'movie:10378', progress: 540 }]);
  });

  test('a film without an id of the film database: by its IMDb id, otherwise by its name and year', async () => {
    const moment = { event: 'pause', progress: 300, duration: 600 } as const;
    const by = (ids: Film['ids'], title = 'x') => MEDIA_SERVERS[product]({ title, year: 2008, ids }, moment);
    expect(await send(product, by({ imdb: 'tt1254207' }))).toEqual(stored);
    expect(await send(product, by({}, 'Big Buck Bunny'))).toEqual(stored);
    expect(await positions()).toMatchObject([{ media: 'movie:10378' }]);
    expect(await send(product, by({ imdb: 'tt9999999' }))).toEqual(because('held'));
    expect(await send(product, by({}, 'Big Bunny'))).toEqual(because('held'));
    expect(await positions()).toHaveLength(1);
  });

  test.each([{ imdb: 'tt1054724' }, { tvdb: '349235' }, { tmdb: '62086' }, {}])(
    'an episode by %j, or by the name of its series',
    async (ids) => {
      expect(await send(product, episode('pause', 1000, ids))).toEqual(stored);
      expect(await send(product, episode('stop', 2600, ids))).toEqual(stored);
      expect(await history()).toMatchObject([{ media: 'episode:1396:1:2', progress: 2600 }]);
    },
  );

  test('an episode of an unknown series is stored by its own id, or not at all', async () => {
    const moment = { event: 'pause', progress: 300, duration: 600 } as const;
    const unknown = { ...second, series: 'Nobody knows this' };
    const by = (ids: Episode['ids']) => MEDIA_SERVERS[product]({ ...unknown, ids }, moment);
    expect(await send(product, by({ tvdb: '1' }))).toEqual(because('held'));
    expect(await send(product, by({ tmdb: '77' }))).toEqual(stored);
    expect(await positions()).toMatchObject([{ media: 'episode:77' }]);
  });

  test('while the film database is away: what needs no look-up is stored, the rest waits', async () => {
    isAway = true;
    expect(await send(product, film('pause', 300))).toEqual(stored);
    expect(await send(product, episode('pause', 300))).toEqual(stored);
    expect(await positions()).toMatchObject([{ media: 'movie:10378' }, { media: 'episode:62086' }]);
    expect(await send(product, episode('pause', 300, {}))).toEqual(because('held'));
    now += 1_200_000;
    expect(await send(product, episode('stop', 2700, {}))).toEqual(because('held'));
    expect(await service.store.heldTitles.list(userId)).toMatchObject([{ reason: 'away', episode: 2 }]);
    // Whatever is played next finds the film database again: the episode has the time at which it was seen.
    isAway = false;
    now += 7_200_000;
    expect(await send(product, film('pause', 400))).toEqual(stored);
    expect(await service.store.heldTitles.list(userId)).toEqual([]);
    const watched = await service.store.sessions.watched(userId, { limit: 10 });
    expect(watched).toMatchObject([{ media: 'episode:1396:1:2', watchedAt: evening + 1_200_000 }]);
  });

  test('what waits for the film database is no second viewing of what was told otherwise', async () => {
    expect(await send(product, episode('stop', 2600))).toEqual(stored);
    isAway = true;
    now += 120_000;
    // Of a server that states no ids from then on.
    expect(await send(product, episode('stop', 2800, {}))).toEqual(because('held'));
    isAway = false;
    now += 3_600_000;
    expect(await send(product, film('pause', 400))).toEqual(stored);
    expect(await service.store.heldTitles.list(userId)).toEqual([]);
    expect(await history()).toHaveLength(1);
  });

  test('only the accounts that the address names, where it names some', async () => {
    const address = `/${key}?user=ADA&user=ben`;
    expect(await send(product, film('pause', 300, { account: 'cid' }), address)).toEqual(because('account'));
    expect(await send(product, film('pause', 300, { account: 'ada' }), address)).toEqual(stored);
    expect(await send(product, film('pause', 310, { account: 'ben' }), address)).toEqual(stored);
  });

  test.each([
    ['a live stream of 14 hours', { event: 'pause', progress: 300, duration: 50_400 }],
    ['a length of 0 and no runtime', { event: 'pause', progress: 300, duration: 0 }],
  ] as const)('%s is not stored', async (_, moment) => {
    const unknown: Film = { title: 'x', year: 2008, ids: { tmdb: '999999' } };
    expect(await send(product, MEDIA_SERVERS[product](unknown, moment))).toEqual(because('position'));
  });

  test('a server that states no length: that of the catalogue', async () => {
    const moment = { event: 'pause', progress: 300, duration: 0 } as const;
    expect(await send(product, MEDIA_SERVERS[product](bunny, moment))).toEqual(stored);
    expect(await positions()).toMatchObject([{ progress: 300, duration: 600 }]);
  });

  test.each([
    ['JSON of something else', { type: 'application/json', body: '{"hello": 1}' }],
    ['a list', { type: 'application/json', body: '[]' }],
    ['no JSON', { type: 'application/json', body: 'hello' }],
    ['nothing', { type: 'application/json', body: '' }],
    ['brackets', { type: 'application/json', body: '['.repeat(1000) }],
    ['a broken form', { type: 'multipart/form-data; boundary=x', body: '--x\r\nhello' }],
    ['a form without the field', { type: 'multipart/form-data; boundary=x', body: '--x--\r\n' }],
  ])('%s: 400', async (_, notification) => {
    expect(await send(product, notification)).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION_ERROR' },
    });
  });

  test('values of other types in a notification: no fault', async () => {
    const { type, body } = MEDIA_SERVERS[product](bunny, { event: 'pause', progress: 300, duration: 600 });
    if (type.startsWith('multipart')) return;
    for (const value of ['null', '"x"', '[]', '{}', '-1', '1e400', 'true'])
      for (const [, name = ''] of body.matchAll(/"(\w+)":/g)) {
        const changed = body.replace(
          new RegExp(`"${name}":(?:"[^"]*"|[\\d.]+|true|false)`),
          `"${name}":${value}`,
        );
        expect([200, 400]).toContain((await send(product, { type, body: changed })).status);
      }
  });
});

test.each([
  ['jellyfin', '{"NotificationType": "UserCreated", "NotificationUsername": "ada"}'],
  ['jellyfin', '{"NotificationType": "PlaybackStart", "ItemType": "Audio"}'],
  ['emby', '{"Event": "system.notificationtest", "Title": "Test"}'],
  ['plex', '{"event": "library.new", "Metadata": {"type": "movie"}}'],
  ['plex', '{"event": "media.play", "Metadata": {"type": "track"}}'],
  ['plex', '{"event": "media.stop", "Metadata": {"type": "clip", "subtype": "trailer", "extraType": 1}}'],
  ['kodi', '{"jsonrpc": "2.0", "method": "GUI.OnScreensaverActivated", "params": {"data": null}}'],
])('%s: %s is something else', async (product, body) => {
  expect(await send(product, { type: 'application/json', body })).toEqual(because('other'));
});

const asJson = (content: object) => ({ type: 'application/json', body: JSON.stringify(content) });

describe('played by hand', () => {
  test.each([
    [
      'jellyfin',
      { NotificationType: 'UserDataSaved', SaveReason: 'TogglePlayed', Played: true, ItemType: 'Movie' },
    ],
    ['emby', { Event: 'item.markplayed', Item: { Type: 'Movie', ProviderIds: { Tmdb: '10378' } } }],
  ])('%s: is watched', async (product, content) => {
    const fields = { Provider_tmdb: '10378', RunTimeTicks: 6e9 };
    expect(await send(product, asJson({ ...fields, ...content }))).toEqual(stored);
    expect(await history()).toMatchObject([{ media: 'movie:10378' }]);
    // Marked once more, on another day.
    now += 48 * 3_600_000;
    await send(product, asJson({ ...fields, ...content }));
    expect(await history()).toHaveLength(1);
  });

  test('Jellyfin: marked as not played is something else', async () => {
    const content = { NotificationType: 'UserDataSaved', SaveReason: 'TogglePlayed', Played: false };
    expect(await send('jellyfin', asJson(content))).toEqual(because('other'));
  });
});

test.each([
  [
    'jellyfin',
    { NotificationType: 'PlaybackStop', PlayedToCompletion: true, ItemType: 'Episode', EpisodeNumberEnd: 3 },
  ],
  [
    'emby',
    { Event: 'playback.stop', PlaybackInfo: { PlayedToCompletion: true }, Item: { IndexNumberEnd: 3 } },
  ],
] as const)('%s: two episodes in one file are both watched', async (product, content) => {
  const flat = { SeriesName: 'Breaking Bad', SeasonNumber: 1, EpisodeNumber: 2, RunTimeTicks: 5e10 };
  const item = {
    Type: 'Episode',
    SeriesName: 'Breaking Bad',
    ParentIndexNumber: 1,
    IndexNumber: 2,
    RunTimeTicks: 5e10,
  };
  const body =
    'Item' in content ? { ...content, Item: { ...item, ...content.Item } } : { ...flat, ...content };
  expect(await send(product, asJson(body))).toEqual(stored);
  expect((await history()).map(({ media }) => media).toSorted()).toEqual([
    'episode:1396:1:2',
    'episode:1396:1:3',
  ]);
});

describe('Plex', () => {
  const item = { type: 'movie', duration: 600_000, viewOffset: 300_000, Guid: [{ id: 'tmdb://10378' }] };

  test('a rating', async () => {
    const content = { event: 'media.rate', user: true, rating: 8.5, Metadata: item };
    expect(await send('plex', asJson(content))).toEqual(stored);
    const ratings = () => service.store.ratings.list(userId, { limit: 9, offset: 0, media: undefined });
    expect(await ratings()).toMatchObject([{ media: 'movie:10378', rating: 8.5 }]);
    await send('plex', asJson({ ...content, rating: 0 }));
    expect(await ratings()).toEqual([]);
  });

  const graded = async () =>
    (await service.store.ratings.grades(userId, { type: 'all', limit: 9, offset: 0 })).map(
      ({ media, rating }) => `${media} ${String(rating)}`,
    );
  // A season states its own ids, and of its series the name.
  const series = { type: 'show', title: 'Breaking Bad', year: 2008 };
  test.each([
    ['a series by its id', { ...series, title: 'x', Guid: [{ id: 'tmdb://1396' }] }, 'show:1396'],
    ['a series by its IMDb id', { ...series, Guid: [{ id: 'imdb://tt0903747' }] }, 'show:1396'],
    ['a series by its name', series, 'show:1396'],
    [
      'a season',
      {
        type: 'season',
        title: 'Season 2',
        parentTitle: 'Breaking Bad',
        index: 2,
        Guid: [{ id: 'tmdb://3573' }],
      },
      'season:1396:2',
    ],
  ])('a rating of %s, and taken away', async (_, Metadata, media) => {
    const rate = (rating: number) => asJson({ event: 'media.rate', user: true, rating, Metadata });
    expect(await send('plex', rate(7.5))).toEqual(stored);
    expect(await graded()).toEqual([`${media} 7.5`]);
    expect(await history()).toEqual([]);
    expect(await send('plex', rate(0))).toEqual(stored);
    expect(await graded()).toEqual([]);
  });

  test('a rating of a series that is not certain, or of another account, is not stored', async () => {
    const rate = (title: string, user = true) =>
      asJson({ event: 'media.rate', user, rating: 7, Metadata: { type: 'show', title } });
    expect(await send('plex', rate('Nobody Knows This'))).toEqual(because('unknown'));
    expect(await send('plex', rate('Breaking Bad', false))).toEqual(because('account'));
    isAway = true;
    expect(await send('plex', rate('Breaking Bad'))).toEqual(because('unknown'));
    expect(await send('plex', asJson({ event: 'media.play', user: true, Metadata: series }))).toEqual(
      because('other'),
    );
    expect(await graded()).toEqual([]);
  });

  test('a rating of what could not be looked up waits, with the time at which it was given', async () => {
    const unnamed = { type: 'episode', grandparentTitle: 'Breaking Bad', parentIndex: 1, index: 2 };
    const rate = (rating: number) => asJson({ event: 'media.rate', user: true, rating, Metadata: unnamed });
    isAway = true;
    expect(await send('plex', rate(6))).toEqual(because('held'));
    isAway = false;
    now += 7_200_000;
    expect(await send('plex', asJson({ event: 'media.pause', user: true, Metadata: item }))).toEqual(stored);
    const part = { limit: 9, offset: 0, media: undefined };
    expect(await service.store.ratings.list(userId, part)).toMatchObject([
      { media: 'episode:1396:1:2', rating: 6, ratedAt: evening },
    ]);
    expect(await service.store.heldTitles.list(userId)).toEqual([]);
    expect(await history()).toEqual([]);
  });

  test('a rating that waits is gone once it is taken away', async () => {
    const unnamed = { type: 'episode', grandparentTitle: 'Breaking Bad', parentIndex: 1, index: 2 };
    const rate = (rating: number) => asJson({ event: 'media.rate', user: true, rating, Metadata: unnamed });
    isAway = true;
    expect(await send('plex', rate(6))).toEqual(because('held'));
    isAway = false;
    expect(await send('plex', rate(0))).toEqual(stored);
    expect(await send('plex', asJson({ event: 'media.pause', user: true, Metadata: item }))).toEqual(stored);
    const part = { limit: 9, offset: 0, media: undefined };
    expect(await service.store.ratings.list(userId, part)).toEqual([]);
    expect(await service.store.heldTitles.list(userId)).toEqual([]);
  });

  test('what was rated while the film database was away, and then played, waits for the person', async () => {
    const unknown = { type: 'movie', title: 'Nobody Knows This', duration: 600_000, viewOffset: 300_000 };
    const said = (event: string) => asJson({ event, user: true, rating: 6, Metadata: unknown });
    isAway = true;
    expect(await send('plex', said('media.rate'))).toEqual(because('held'));
    isAway = false;
    expect(await send('plex', said('media.pause'))).toEqual(because('held'));
    expect(await service.store.heldTitles.list(userId)).toMatchObject([{ reason: 'unknown', halves: 12 }]);
  });

  test('a rating says how long the title is, which tells films of one name apart', () => {
    const content = { event: 'media.rate', user: true, rating: 6, Metadata: item };
    expect(readPlex(content)).toMatchObject({ rating: 6, duration: 600 });
  });

  test.each([{ live: '1' }, { live: 1 }, { librarySectionType: 'livetv' }])(
    'live television: %j',
    async (more) => {
      const content = { event: 'media.stop', user: true, Metadata: { ...item, ...more } };
      expect(await send('plex', asJson(content))).toEqual(because('other'));
    },
  );

  test('a form in the other encoding', async () => {
    const payload = JSON.stringify({ event: 'media.pause', user: true, Metadata: item });
    const body = String(new URLSearchParams({ payload }));
    expect(await send('plex', { type: 'application/x-www-form-urlencoded', body })).toEqual(stored);
  });
});

describe('Jellyfin’s plugin Webhooks', () => {
  const item = { Type: 'Episode', SeriesName: 'Breaking Bad', ParentIndexNumber: 1, IndexNumber: 2 };
  const event = (Event: string, position: number | null, more: object = {}) =>
    asJson({
      Event,
      Item: { ...item, Name: 'A name', RunTimeTicks: 282e8, UserData: { PlaybackPositionTicks: 1e10 } },
      User: { Name: 'ada' },
      Session: { PlayState: { PositionTicks: position } },
      Series: { ProviderIds: { Tmdb: '1396' } },
      ...more,
    });

  test('paused, stopped, and played to its end', async () => {
    expect(await send('jellyfin', event('Pause', 5e9))).toEqual(stored);
    expect(await positions()).toMatchObject([{ media: 'episode:1396:1:2', progress: 500 }]);
    expect(await send('jellyfin', event('Stop', null))).toEqual(stored);
    expect(await positions()).toMatchObject([{ progress: 1000 }]);
    expect(await history()).toEqual([]);
    expect(await send('jellyfin', event('Scrobble', 2.6e10))).toEqual(stored);
    expect(await history()).toHaveLength(1);
  });

  test.each(['ItemAdded', 'SessionStarted', 'Rate'])('%s is something else', async (name) => {
    expect(await send('jellyfin', event(name, 0))).toEqual(because('other'));
  });
});

describe('Tautulli, with the JSON of docs/tracker.md', () => {
  const [, template = ''] =
    /```json\n(\{\n {2}"event": "media\.\{action\}"[^]*?)```/.exec(readFileSync('docs/tracker.md', 'utf8')) ??
    [];
  /** As Tautulli fills it in: tags of the other kind go with what they hold, and what is not known is empty. */
  const fill = (type: 'movie' | 'episode', values: Readonly<Record<string, string>>) => {
    const other = type === 'movie' ? 'episode' : 'movie';
    const kept = template
      .replaceAll(new RegExp(`<${other}>.*?</${other}>`, 'g'), '')
      .replaceAll(/<\/?(?:movie|episode)>/g, '');
    const body = kept.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    return { type: 'application/json', body };
  };
  const film = {
    media_type: 'movie',
    title: 'Big Buck Bunny',
    year: '2008',
    duration_sec: '600',
    username: 'ada',
  };

  test('a film by its id and by its name, paused and watched', async () => {
    const paused = { ...film, action: 'pause', progress_duration_sec: '300', themoviedb_id: '10378' };
    expect(await send('plex', fill('movie', paused))).toEqual(stored);
    expect(await positions()).toMatchObject([{ media: 'movie:10378', progress: 300, duration: 600 }]);
    const watched = { ...film, action: 'watched', progress_duration_sec: '545' };
    expect(await send('plex', fill('movie', watched))).toEqual(stored);
    expect(await history()).toHaveLength(1);
  });

  test('an episode by its series and numbers', async () => {
    const episode = { media_type: 'episode', show_name: 'Breaking Bad', season_num: '1', episode_num: '2' };
    // The ids are those of the series, and no id of the episode.
    const values = {
      ...episode,
      action: 'watched',
      duration_sec: '2820',
      themoviedb_id: '1396',
      imdb_id: 'tt0903747',
    };
    expect(await send('plex', fill('episode', { ...values, progress_duration_sec: '2600' }))).toEqual(stored);
    expect(await history()).toMatchObject([{ media: 'episode:1396:1:2' }]);
  });
});

test('Emby: the position of the session, where the notification has none', async () => {
  const Item = { Type: 'Movie', ProviderIds: { Tmdb: '10378' }, RunTimeTicks: 6e9 };
  const content = { Event: 'playback.pause', Item, Session: { PlayState: { PositionTicks: 3e9 } } };
  expect(await send('emby', asJson(content))).toEqual(stored);
  expect(await positions()).toMatchObject([{ progress: 300 }]);
});

describe('Kodi: what an add-on streams has no type', () => {
  const kodi = (item: object, minutes = 10) =>
    asJson({
      method: 'Player.OnStop',
      params: {
        profile: 'ada',
        data: {
          item: { type: 'unknown', ...item },
          player: {
            time: { hours: 0, minutes: minutes - 1, seconds: 30 },
            totaltime: { hours: 0, minutes, seconds: 0 },
          },
          end: true,
        },
      },
    });

  test('a film by its name and year, an episode by its series and numbers', async () => {
    expect(await send('kodi', kodi({ title: 'Big Buck Bunny', year: 2008 }))).toEqual(stored);
    const episode = { showtitle: 'Breaking Bad', season: 1, episode: 2 };
    expect(await send('kodi', kodi(episode, 47))).toEqual(stored);
    expect(await history()).toHaveLength(2);
  });

  test('a name alone is no film', async () => {
    expect(await send('kodi', kodi({ title: 'Big Buck Bunny' }))).toEqual(because('other'));
  });
});

test('an episode that the catalogue counts otherwise is not guessed', async () => {
  const content = (season: number) => ({
    NotificationType: 'PlaybackStop',
    PlayedToCompletion: true,
    ItemType: 'Episode',
    SeriesName: 'Breaking Bad',
    SeasonNumber: season,
    EpisodeNumber: 4,
    RunTimeTicks: 5e10,
  });
  expect(await send('jellyfin', asJson(content(77)))).toEqual(because('held'));
  expect(await history()).toEqual([]);
});

test('Plex: what the server sends for another account is not the person’s', async () => {
  const moment = { event: 'pause', progress: 300, duration: 600, account: 'ben' } as const;
  expect(await send('plex', MEDIA_SERVERS.plex(bunny, moment))).toEqual(because('account'));
});

test.each([
  ['com.plexapp.agents.imdb://tt1254207?lang=en', 'movie', 'movie:10378'],
  ['com.plexapp.agents.themoviedb://10378?lang=en', 'movie', 'movie:10378'],
  ['com.plexapp.agents.themoviedb://1396/1/2?lang=en', 'episode', 'episode:1396:1:2'],
  ['com.plexapp.agents.thetvdb://349235/1/2?lang=en', 'episode', 'episode:1396:1:2'],
])('Plex: the guid of an old library %s', async (guid, type, media) => {
  const place = { parentIndex: 1, index: 2 };
  const duration = type === 'movie' ? 600_000 : 2_820_000;
  const Metadata = { type, guid, duration, viewOffset: 300_000, ...place };
  const body = JSON.stringify({ event: 'media.pause', Metadata });
  expect(await send('plex', { type: 'application/json', body })).toEqual(stored);
  expect(await positions()).toMatchObject([{ media }]);
});

test('Emby: the JSON in a form, as older servers send it', async () => {
  const moment = { event: 'stop', progress: 590, duration: 600 } as const;
  expect(await send('emby', oldEmby(bunny, moment))).toEqual(stored);
  expect(await history()).toHaveLength(1);
});

describe('the key', () => {
  const film = MEDIA_SERVERS.plex(bunny, { event: 'pause', progress: 300, duration: 600 });
  const errorOf = async (address: string, headers = {}) => {
    const { status, body } = await send('plex', film, address, headers);
    return [status, (body as { error?: string }).error];
  };

  test('may be in a header', async () => {
    const all = await service.store.keys.create(userId, 'sk', 'x');
    expect(await errorOf('', { 'x-api-key': key })).toEqual([200, undefined]);
    expect(await errorOf('', { authorization: `Bearer ${all}` })).toEqual([200, undefined]);
  });

  test('in the address must be one that only records', async () => {
    const all = await service.store.keys.create(userId, 'sk', 'x');
    const read = await service.store.keys.create(userId, 'pk', 'x');
    expect(await errorOf(`/${all}`)).toEqual([403, 'FORBIDDEN']);
    expect(await errorOf(`/${read}`)).toEqual([403, 'FORBIDDEN']);
    expect(await errorOf('', { 'x-api-key': read })).toEqual([403, 'FORBIDDEN']);
    expect(await positions()).toEqual([]);
  });

  test.each(['', '/nobody', `/sk_${'0'.repeat(24)}_${'x'.repeat(43)}`, `/${'x'.repeat(5000)}`])(
    'that is missing or unknown: 401 (%s)',
    async (address) => expect(await errorOf(address)).toEqual([401, 'UNAUTHORIZED']),
  );

  test('that was revoked records nothing, and one of another person records for that person', async () => {
    const [own] = await service.store.keys.list(userId);
    const theirs = await service.store.keys.create('ben', 'sk', 'x', { scope: 'scrobble' });
    expect(await errorOf(`/${theirs}`)).toEqual([200, undefined]);
    expect(await positions()).toEqual([]);
    await service.store.keys.revoke(userId, own?.id ?? '');
    expect(await errorOf(`/${key}`)).toEqual([401, 'UNAUTHORIZED']);
  });
});

test('a body of more than 2 MiB is refused', async () => {
  const { status } = await send('plex', { type: 'application/json', body: 'x'.repeat(2_100_000) });
  expect(status).toBe(413);
});

test.each(['GET', 'PUT'])('%s: 405', async (method) => {
  const answer = await fetch(`${service.baseUrl}/matinee/webhooks/plex/${key}`, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});
