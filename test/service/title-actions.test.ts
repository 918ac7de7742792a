import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blanks } from './blanks';
import { startTest, type ServiceUnderTest } from './service-under-test';

// What can be done with a title where it is shown: each button is looked for on the page, pressed as it stands
// there, and undone with the one Undo of the page that follows.

const bunny = { type: 'movie', tmdbId: 10378 };
const episode = (episodeNumber: number, seasonNumber = 1) => ({
  type: 'episode',
  tvShowId: 1396,
  seasonNumber,
  episodeNumber,
});

let service: ServiceUnderTest;
let cookie: string;
/** A list with two entries, of which the first has a note. */
let list: string;
beforeEach(async () => {
  service = await startTest();
  cookie = await service.signedIn();
  await put('bunny', bunny);
  await put('pilot', episode(1));
  service.wait(60);
  // Begun: half of it, and one of which twelve seconds were looked at.
  await service.scrobble({ ...episode(3, 2), progress: 1400, duration: 2820 });
  service.wait(60);
  await service.scrobble({ ...episode(5, 2), progress: 12, duration: 2820 });
  service.wait(60);
  list = await makeList();
});
afterEach(() => service.close());

async function makeList(): Promise<string> {
  const { lists, shelves, ratings } = service.store;
  const { id: userId } = service.owner;
  const made = await lists.create(userId, { name: 'Evenings', visibility: 'PRIVATE', kind: 'media' });
  const id = made?.id ?? '';
  await lists.put(userId, id, { media: 'movie:45745', notes: 'with Ben' });
  await lists.put(userId, id, { media: 'show:1396' });
  await shelves.put(userId, 'watchlist', 'movie:45745', { priority: 2, notes: 'soon' });
  const grade = { media: 'movie:45745', rating: 7, review: 'A dragon.', ratedAt: 1000 };
  await ratings.grade(userId, grade);
  return id;
}

const put = (id: string, media: object) =>
  service.call('PUT', `/matinee/history/${id}`, {
    body: { ...media, watchedAt: '2026-01-10T20:00:00Z', duration: 3600 },
  });
const page = async (path: string) => (await service.app.request(path, { headers: { cookie } })).text();
const post = (path: string, fields: Record<string, string>) => service.post(path, fields, { cookie });
const text = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Everything of the person that the buttons can change. */
const everything = async () => {
  const { store, owner } = service;
  const open = (await store.sessions.unfinished(owner.id, 20)).map(({ media, progress }) => [
    media,
    progress,
  ]);
  const watched = (await service.history()).map(({ media, watchedAt }) => [
    media['tmdbId'] ?? media['tvShowId'],
    media['seasonNumber'],
    media['episodeNumber'],
    watchedAt,
  ]);
  const rated = await store.ratings.grades(owner.id, { type: 'all', limit: 50, offset: 0 });
  const shelved = await store.shelves.among(owner.id, ['movie:10378', 'show:1396']);
  const dropped = await store.droppedShows.list(owner.id);
  const part = { limit: 50, offset: 0 };
  const lists = await store.lists.list(owner.id, part);
  const kept = await store.shelves.list(owner.id, 'watchlist', { ...part, type: 'all', sort: 'addedAt:asc' });
  const entries = await Promise.all(lists.map(async (one) => store.lists.items(one, part)));
  const noted = entries
    .flat()
    .map(({ media, notes, position, addedAt }) => [media, notes, position, addedAt]);
  return JSON.stringify({
    open,
    watched,
    rated: rated.map(({ media, rating, review }) => [media, rating, review]),
    shelved,
    kept: kept.map(({ media, priority, notes, addedAt }) => [media, priority, notes, addedAt]),
    lists: lists.map(({ name, description, visibility, items }) => [name, description, visibility, items]),
    noted,
    dropped: dropped.map(({ showId }) => showId),
  });
};

/** Presses the button and returns the page that follows. */
async function press(path: string, verb: string): Promise<string> {
  const html = text(await page(path));
  const value = [...html.matchAll(/name="do"\s+value="([^"]+)"/g)]
    .map(([, found = '']) => found)
    .find((found) => found === verb || found.startsWith(`${verb} #`));
  expect(value, `${verb} on ${path}`).toBeDefined();
  const back = /name="back"\s+value="([^"]*)"/.exec(html)?.[1] ?? '';
  const answer = await post('/title', { do: value ?? '', back });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

const FILM = '/media/movie/10378';
const EPISODE = '/media/episode/1396/1/1';
const SERIES = '/series/1396?season=1';
const NEXT = '/channels/my-series';
const LIST = '/lists/*';
const ORDER = '/lists/*?order=1';
const inList = (text: string) => text.replace('*', list);

test.each([
  [FILM, 'unwatch movie:10378'],
  [FILM, 'rate movie:10378 8'],
  [FILM, 'watchlist movie:10378 1'],
  [FILM, 'favorites movie:10378 1'],
  [FILM, 'remove bunny'],
  ['/media/movie/45745', 'watch movie:45745'],
  [EPISODE, 'unwatch episode:1396:1:1'],
  [EPISODE, 'rate episode:1396:1:1 2'],
  [EPISODE, 'watchlist show:1396 1'],
  [EPISODE, 'remove pilot'],
  ['/media/episode/1396/2/3', 'watch episode:1396:2:3'],
  ['/media/episode/1396/2/3', 'forget episode:1396:2:3'],
  [SERIES, 'unwatch episode:1396:1:1'],
  [SERIES, 'watch episode:1396:1:2'],
  [SERIES, 'up-to episode:1396:1:4'],
  [SERIES, 'season 1396 1'],
  [SERIES, 'rate episode:1396:1:2 6'],
  [SERIES, 'rate show:1396 10'],
  [SERIES, 'watchlist show:1396 1'],
  [SERIES, 'favorites show:1396 1'],
  [SERIES, 'drop 1396'],
  ['/history', 'rate movie:10378 8'],
  ['/history', 'remove bunny'],
  ['/history', 'watch episode:1396:2:3'],
  ['/history', 'forget episode:1396:2:3'],
  [NEXT, 'watch episode:1396:2:3'],
  [NEXT, 'forget episode:1396:2:3'],
  [NEXT, 'rate episode:1396:2:3 10'],
  ['/media/movie/45745', 'list * movie:45745 0'],
  [FILM, 'list * movie:10378 1'],
  [EPISODE, 'list * show:1396 0'],
  [SERIES, 'list * show:1396 0'],
  [LIST, 'list * movie:45745 0'],
  [LIST, 'list * show:1396 0'],
  [LIST, 'watch movie:45745'],
  [LIST, 'rate movie:45745 10'],
  [LIST, 'rate movie:45745 0'],
  [ORDER, 'place * movie:45745 1'],
  [ORDER, 'place * show:1396 0'],
  ['/lists/watchlist', 'watchlist movie:45745 0'],
  ['/lists/watchlist', 'watch movie:45745'],
  ['/lists/watchlist', 'rate movie:45745 2'],
] as const)('on %s: %s, and its undo', async (place, action) => {
  const [path, verb] = [inList(place), inList(action)];
  const before = await everything();
  const after = await press(path, verb);
  expect(after.split(/[?#]/)[0]).toBe(path.split('?')[0]);
  expect(await everything()).not.toBe(before);
  const shown = text(await page(after));
  const undo = /name="undo"\s+value="([^"]+)"/.exec(shown)?.[1] ?? '';
  expect(shown).toMatch(/>\s*Undo\s*</);
  await post('/title/undo', { undo, back: path });
  expect(await everything()).toBe(before);
  expect(await service.store.check()).toEqual([]);
  expect(service.faults).toEqual([]);
});

describe('what is unfinished', () => {
  test('is one row of each series, and nothing that was only looked at', async () => {
    await service.scrobble({ ...episode(4, 2), progress: 1500, duration: 2820 });
    const shown = await page('/history');
    expect(shown).toContain('S2 E4');
    for (const other of ['S2 E3', 'S2 E5']) expect(shown).not.toContain(other);
    expect(shown.match(/class="card"/g)).toHaveLength(1);
  });

  test.each([
    [179, 2820, 0],
    [180, 2820, 1],
    // 5 % of three hours.
    [539, 10_800, 0],
    [540, 10_800, 1],
    // A film of four minutes.
    [47, 240, 0],
    [48, 240, 1],
  ])('%s of %s seconds: %s rows', async (progress, duration, rows) => {
    await service.scrobble({ type: 'movie', tmdbId: 45745, progress, duration });
    expect((await page('/history')).match(/forget movie:45745/g) ?? []).toHaveLength(rows);
  });
});

describe('a wrong title', () => {
  const entry = '/history/entry/pilot';
  const wanted = { type: 'episode', title: 'Better Call Saul', season: '1', episode: '1', work: '60059' };

  test('is searched on the page of the viewing, and replaced for this one only', async () => {
    await put('second', episode(2));
    expect(await page(entry)).toContain('value="1396"');
    const query = new URLSearchParams(wanted).toString();
    expect(await page(`${entry}?${query}`)).toContain('value="60059"');
    const before = await everything();
    const back = (await post(`${entry}/title`, { ...wanted, scope: 'one' })).headers.get('location') ?? '';
    const shows = async () => (await service.history()).map(({ media }) => media['tvShowId']);
    expect(new Set(await shows())).toEqual(new Set([1396, 60059, undefined]));
    const undo = /name="undo"\s+value="([^"]+)"/.exec(await page(back))?.[1] ?? '';
    await post('/title/undo', { undo, back: entry });
    expect(await everything()).toBe(before);
    expect(await service.store.check()).toEqual([]);
  });

  test('is replaced in all of the series, and moved back at once', async () => {
    await put('second', episode(2));
    const before = await everything();
    const back = (await post(`${entry}/title`, { ...wanted, scope: 'series' })).headers.get('location') ?? '';
    expect(await page(back)).toContain('2 entries moved to this title.');
    const shows = (await service.history()).map(({ media }) => media['tvShowId']);
    expect(new Set(shows)).toEqual(new Set([60059, undefined]));
    const undo = /name="undo"\s+value="([^"]+)"/.exec(await page(back))?.[1] ?? '';
    await post('/title/undo', { undo, back: entry });
    expect(await everything()).toBe(before);
    expect(await service.store.check()).toEqual([]);
  });

  test('never those of another person', async () => {
    const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
    const theirs = await service.signedIn(ben?.id ?? '');
    const before = await everything();
    const asBen = (path: string, fields: Record<string, string>) =>
      service.post(path, fields, { cookie: theirs });
    expect((await asBen(`${entry}/title`, { ...wanted, scope: 'one' })).status).toBe(404);
    const back = (await post(`${entry}/title`, { ...wanted, scope: 'one' })).headers.get('location') ?? '';
    const undo = new URL(back, 'http://localhost').searchParams.get('undo') ?? '';
    await asBen('/title/undo', { undo });
    expect(await everything()).not.toBe(before);
    await post('/title/undo', { undo });
    await asBen('/title', { do: 'remove pilot' });
    await asBen('/title/undo', { undo: 'viewing~pilot' });
    expect(await everything()).toBe(before);
  });
});

test.each([
  'watch show:1396',
  'watch movie:x',
  'rate movie:10378 11',
  'rate movie:10378',
  'watchlist episode:1396:1:1 1',
  'season 1396 x',
  'drop',
  'nothing at all',
  'list none movie:10378 1',
  'watchlist movie:10378 0',
  'place none movie:10378 0',
  'review movie:10378',
  '',
])('a form that says “%s” changes nothing', async (verb) => {
  const before = await everything();
  expect((await post('/title', { do: verb, back: '//evil.example' })).headers.get('location')).toBe(
    '/history',
  );
  expect(await everything()).toBe(before);
});

test.each([
  'open~movie:45745~800~888',
  'open~movie:45745~x~888',
  'rating~DROP~5',
  'rating~movie:10378~99',
  'shelf~movie:1~collection~1',
  'time~bunny~99999999999999',
  'import~none',
  'none~1',
  'entry~none',
  'listed~none~movie:1',
  'placed~none~movie:1~0',
  '',
])('an undo that says “%s” changes nothing', async (undo) => {
  const before = await everything();
  await post('/title/undo', { undo });
  expect((await everything()).replace('["movie",1]', '')).toBe(before);
});

test('a title is marked with a date of its own, in the zone of the person', async () => {
  await post('/account/preferences', { language: '', zone: 'America/New_York' });
  const fields = { do: 'watch movie:45745', at: '2026-01-02T20:00', back: '/media/movie/45745' };
  expect((await post('/title', fields)).headers.get('location')).toMatch(/done=viewing_added/);
  expect(await service.history()).toMatchObject([
    {},
    {},
    { media: { tmdbId: 45745 }, watchedAt: '2026-01-03T01:00:00.000Z', duration: 900 },
  ]);
  const late = await post('/title', { ...fields, at: '2036-01-02T20:00' });
  expect(late.headers.get('location')).toMatch(/done=wrong_time/);
});

test('half stars are chosen by a second click on the same star', async () => {
  await press(FILM, 'rate movie:10378 8');
  await press(FILM, 'rate movie:10378 7');
  expect(text(await page(FILM))).toContain('rate movie:10378 8');
  expect((await service.store.ratings.gradesOf(service.owner.id, ['movie:10378'])).get('movie:10378')).toBe(
    7,
  );
  await press(FILM, 'rate movie:10378 0');
  expect((await service.store.ratings.gradesOf(service.owner.id, ['movie:10378'])).size).toBe(0);
});

test('the episodes of a series have their names, a season on each page', async () => {
  const shown = await page('/series/1396?season=2');
  for (const name of ['Seven Thirty-Seven', 'Grilled', 'ABQ']) expect(shown).toContain(name);
  expect(shown).not.toMatch(/>Pilot\s*</);
  // Of the first season one episode was watched.
  expect(await page('/series/1396')).toMatch(/>Pilot\s*</);
});

test('a long season is shown in parts, by default the one with the first episode to watch', async () => {
  const watch = (episodeNumber: number) =>
    service.store.playback.update(
      service.owner.id,
      { type: 'episode', tmdbId: 77777, seasonNumber: 1, episodeNumber },
      { progress: 95, duration: 100 },
    );
  const shown = async (query: string) => {
    const html = text(await page(`/series/77777?season=1${query}`));
    const rows = [...html.matchAll(/id="e-1-(\d+)"/g)].map(([, number]) => Number(number));
    return { first: rows[0], last: rows.at(-1), html };
  };
  await watch(250);
  expect(await shown('')).toMatchObject({ first: 1, last: 100 });
  expect(await shown('&from=250')).toMatchObject({ first: 201, last: 250 });
  for (const none of ['0', '251', '1.5', 'x']) expect((await shown(`&from=${none}`)).first).toBe(1);
  for (let number = 1; number <= 100; number += 1) await watch(number);
  const { first, html } = await shown('');
  expect(first).toBe(101);
  expect(html).toContain('/series/77777?season=1&from=201');
  // Whoever marks an episode stays where they are.
  const back = await press('/series/77777?season=1&from=201', 'watch episode:77777:1:201');
  expect(back).toContain('from=201');
});

describe('what comes', () => {
  test('has an address for calendar programs, which ends with its key', async () => {
    expect(await page('/calendar')).toContain('Upcoming episodes');
    const created = await (await post('/calendar', {})).text();
    const path = /\/feed\/pk_[\w-]+\.ics/.exec(created)?.[0] ?? '';
    const feed = await service.app.request(path);
    expect(feed.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(await feed.text()).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n[^]*END:VCALENDAR\r\n$/);
    const [key] = await service.store.keys.list(service.owner.id);
    await service.store.keys.revoke(service.owner.id, key?.id ?? '');
    expect((await service.app.request(path)).status).toBe(404);
    // A key that may write is no address.
    expect((await service.app.request(`/feed/${service.sk}.ics`)).status).toBe(404);
  });
});

describe('a year', () => {
  test('is one picture with its sums and the works that took most time', async () => {
    const shown = await page('/statistics?year=2026');
    expect(shown).toContain('href="/statistics/card.svg?year=2026"');
    const card = await page('/statistics/card.svg?year=2026');
    for (const part of ['>\n    2026', 'Big', 'Breaking', 'Matinee']) expect(card).toContain(part);
    expect(blanks(card)).toEqual([]);
    expect(card).not.toContain('http://localhost');
    expect(await page('/statistics?year=1999')).not.toContain('card.svg');
  });
});

describe('lists', () => {
  const undoOf = (html: string) => /name="undo"\s+value="([^"]+)"/.exec(html)?.[1] ?? '';

  test('are created from the page of a film, with it as the first entry', async () => {
    const film = text(await page(FILM));
    const [, path = ''] = /href="(\/lists\?work=[^"]+)"/.exec(film) ?? [];
    expect(await page(path)).toContain('name="work" value="movie:10378"');
    const made = await post('/lists', { name: 'Rabbits', work: 'movie:10378' });
    const shown = await page(made.headers.get('location') ?? '');
    for (const part of ['Rabbits', 'Big Buck Bunny', 'Only you']) expect(shown).toContain(part);
    expect(await page('/lists')).toContain('Rabbits');
    expect(text(await page(FILM))).toMatch(/aria-pressed="true"[^>]*>[^<]*<svg[^]*?Rabbits/);
    expect((await post('/lists', { name: '  ' })).status).toBe(400);
  });

  test('are renamed, described and shown to others, who cannot change them', async () => {
    const fields = { name: 'Nights', description: 'Late <ones>', visibility: 'PUBLIC' };
    await post(`/lists/${list}`, fields);
    const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
    const theirs = { cookie: await service.signedIn(ben?.id ?? '') };
    const seen = await (await service.app.request(`/lists/${list}`, { headers: theirs })).text();
    for (const part of ['Nights', 'Late &lt;ones&gt;', 'with Ben']) expect(seen).toContain(part);
    expect(seen).not.toMatch(/<textarea|\bplace |value="list |\/delete/);
    const before = await everything();
    for (const [path, form] of [
      [`/lists/${list}`, { ...fields, name: 'Mine' }],
      [`/lists/${list}/delete`, {}],
      [`/lists/${list}/note`, { work: 'show:1396', note: 'mine' }],
      ['/title', { do: `list ${list} show:1396 0` }],
      ['/title', { do: `place ${list} show:1396 0` }],
    ] as const)
      await service.post(path, form, theirs);
    expect(await everything()).toBe(before);
    await post(`/lists/${list}`, { ...fields, visibility: 'PRIVATE' });
    expect((await service.app.request(`/lists/${list}`, { headers: theirs })).status).toBe(404);
  });

  test('are deleted, and come back with their entries and notes', async () => {
    const before = await everything();
    const { headers } = await post(`/lists/${list}/delete`, {});
    const after = await page(headers.get('location') ?? '');
    expect(after).toContain('List deleted.');
    expect((await service.app.request(`/lists/${list}`, { headers: { cookie } })).status).toBe(404);
    await post('/title/undo', { undo: undoOf(after), back: '/lists' });
    expect(await everything()).toBe(before);
    expect(await service.store.check()).toEqual([]);
  });

  test('what can no longer be undone is forgotten', async () => {
    const { headers } = await post(`/lists/${list}/delete`, {});
    const undo = undoOf(await page(headers.get('location') ?? ''));
    service.wait(31 * 24 * 3600);
    await post('/title', { do: 'watchlist movie:45745 0' });
    const before = await everything();
    await post('/title/undo', { undo });
    expect(await everything()).toBe(before);
  });

  test('an entry has a note', async () => {
    await post(`/lists/${list}/note`, { work: 'show:1396', note: 'second <try>' });
    expect(await page(`/lists/${list}`)).toContain('second &lt;try&gt;');
    const items = await service.store.lists.items(
      { userId: service.owner.id, id: list },
      { limit: 9, offset: 0 },
    );
    expect(items.map(({ media, notes }) => [media, notes])).toEqual([
      ['movie:45745', 'with Ben'],
      ['show:1396', 'second <try>'],
    ]);
  });
});

describe('a review', () => {
  test.each([FILM, EPISODE, SERIES])('is written on %s, with stars where there are none', async (path) => {
    const shown = text(await page(path));
    const verb = /name="do"\s+value="(review [^"]+)"/.exec(shown)?.[1] ?? '';
    expect(shown).toContain('name="stars"');
    const words = 'Ж'.repeat(9000);
    const { headers } = await post('/title', { do: verb, stars: '8', review: words, back: path });
    const after = await page(headers.get('location') ?? '');
    expect(after).toContain(words);
    expect(after).not.toContain('name="stars"');
    const undo = /name="undo"\s+value="([^"]+)"/.exec(after)?.[1] ?? '';
    await post('/title/undo', { undo, back: path });
    expect(await page(path)).not.toContain('ЖЖ');
  });
});

describe('clicks', () => {
  /** To press the button: the first, and one for each closed part of the page that it stands in. */
  function clicksTo(html: string, target: string): number {
    const at = html.indexOf(`"${inList(target)}`);
    expect(at, target).toBeGreaterThan(0);
    const before = html.slice(0, at);
    const closed = before.match(/<details(?![^>]*\sopen)/g)?.length ?? 0;
    return 1 + closed - (before.match(/<\/details>/g)?.length ?? 0);
  }

  const wrong = (id: string) => `/history/entry/${id}`;
  test.each([
    // ✓, with the time of now, or another day.
    ['/media/movie/45745', 'watch movie:45745', 1],
    ['/media/movie/45745', '#another', 2],
    [EPISODE, 'unwatch episode:1396:1:1', 1],
    [SERIES, 'watch episode:1396:1:2', 1],
    [SERIES, 'season 1396 1', 1],
    [SERIES, 'up-to episode:1396:1:4', 1],
    ['/history', 'watch episode:1396:2:3', 1],
    [NEXT, 'watch episode:1396:2:3', 1],
    [LIST, 'watch movie:45745', 1],
    ['/lists/watchlist', 'watch movie:45745', 1],
    // ★
    [FILM, 'rate movie:10378 8', 1],
    [EPISODE, 'rate episode:1396:1:1 8', 1],
    [SERIES, 'rate show:1396 8', 1],
    [SERIES, 'rate episode:1396:1:2 8', 2],
    ['/history', 'rate movie:10378 8', 2],
    [NEXT, 'rate episode:1396:2:3 8', 2],
    [LIST, 'rate movie:45745 8', 2],
    ['/lists/watchlist', 'rate movie:45745 8', 2],
    // Wrong title: the page on which another one is chosen, for this one or all of the series.
    [FILM, wrong('bunny'), 1],
    [EPISODE, wrong('pilot'), 1],
    ['/history', wrong('pilot'), 1],
    // Remove
    [FILM, 'remove bunny', 1],
    [EPISODE, 'remove pilot', 1],
    [SERIES, 'unwatch episode:1396:1:1', 1],
    [SERIES, 'drop 1396', 1],
    ['/history', 'remove bunny', 1],
    ['/history', 'forget episode:1396:2:3', 1],
    [NEXT, 'forget episode:1396:2:3', 1],
    [LIST, 'list * movie:45745 0', 1],
    ['/lists/watchlist', 'watchlist movie:45745 0', 1],
    // To keep
    [FILM, 'watchlist movie:10378 1', 1],
    [FILM, 'favorites movie:10378 1', 1],
    [FILM, 'list * movie:10378 1', 2],
  ] as const)('on %s: %s takes %s', async (path, target, clicks) => {
    const html = text(await page(inList(path)));
    const shown = target === '#another' ? html.replace('name="at"', 'value="#another"') : html;
    expect(clicksTo(shown, target)).toBe(clicks);
  });

  test('an evening of ten mistakes is repaired in fourteen', async () => {
    let clicks = 0;
    /** Each mistake and its repair by a button of the page, or by the Undo that follows it. */
    const repair = async (place: string, target: string) => {
      const path = inList(place);
      clicks += clicksTo(text(await page(path)), target);
      await press(path, inList(target));
    };
    const made = (verb: string) => post('/title', { do: verb, back: '/history' });
    const right = await everything();

    await put('again', bunny);
    await repair('/history', 'remove again');
    await made('watch episode:1396:1:2');
    await repair(SERIES, 'unwatch episode:1396:1:2');
    const season = (await made('season 1396 2')).headers.get('location') ?? '';
    clicks += clicksTo(await page(season), 'import~');
    await post('/title/undo', { undo: new URL(season, 'http://localhost').searchParams.get('undo') ?? '' });
    await made('drop 1396');
    await repair(SERIES, 'take-back 1396');
    await made('watchlist movie:10378 1');
    await repair(FILM, 'watchlist movie:10378 0');
    await made('favorites show:1396 1');
    await repair(SERIES, 'favorites show:1396 0');
    await made('rate episode:1396:1:1 2');
    await repair('/history', 'rate episode:1396:1:1 0');
    await service.scrobble({ type: 'movie', tmdbId: 45745, progress: 400, duration: 888 });
    await repair('/history', 'forget movie:45745');
    // The pencil, the right day, and "Save".
    await post('/history/entry/bunny', { at: '2026-01-03T20:00' });
    clicks += clicksTo(await page('/history'), wrong('bunny')) + 1;
    await post('/history/entry/bunny', { at: '2026-01-10T20:00' });
    // The pencil, the right title, and "Save".
    const title = { type: 'movie', title: 'Big Buck Bunny', season: '', episode: '', work: '10378' };
    await post('/history/entry/bunny/title', { ...title, title: 'Sintel', work: '45745' });
    clicks += clicksTo(await page('/history'), wrong('bunny')) + 2;
    await post('/history/entry/bunny/title', title);

    expect(await everything()).toBe(right);
    expect(clicks).toBe(14);
  });
});

describe('a viewing for two', () => {
  let ben: string;
  let theirs: { cookie: string };
  beforeEach(async () => {
    ben = (await service.store.users.add('Ben', 'correct horse battery', 'member'))?.id ?? '';
    theirs = { cookie: await service.signedIn(ben) };
  });
  const ofBen = () => service.store.sessions.watched(ben, { limit: 50, offset: 0 });
  const share = (form: Record<string, string>) => service.post('/account/companions', form, theirs);
  const logOf = async (id: string) =>
    (await service.store.audit.list(id, 10)).map(({ event, detail }) => `${event} ${detail}`);
  /** Ben asks, and the owner allows it. */
  const agree = async () => {
    expect((await share({ name: service.owner.name })).status).toBe(200);
    expect((await post('/account/companions', { allow: ben })).status).toBe(303);
  };

  test('is added to the history of somebody who has allowed it, once, and undone for both', async () => {
    expect(await page('/history')).not.toContain('Also watched by');
    await agree();
    expect(text(await page('/history'))).toContain('Also watched by Ben: Big Buck Bunny');
    const after = await press('/history', `with bunny ${ben}`);
    expect(await page(after)).toContain('Added to their history, too.');
    const [copy, ...others] = await ofBen();
    expect(copy).toMatchObject({ media: 'movie:10378', watchedAt: Date.UTC(2026, 0, 10, 20) });
    expect(others).toEqual([]);
    expect(await press('/history', `with bunny ${ben}`)).toContain('added_with');
    expect(await ofBen()).toHaveLength(1);
    const undo = new URL(after, 'http://localhost').searchParams.get('undo') ?? '';
    await post('/title/undo', { undo, back: '/history' });
    expect(await ofBen()).toEqual([]);
    expect(await service.store.check()).toEqual([]);
  });

  const ask = async (change: object = {}) => {
    const { body } = await service.call('POST', '/matinee/companions', { body: { ...bunny, ...change } });
    return (body as { data?: { items?: unknown } }).data?.items;
  };
  const january = (day: number) => Date.UTC(2026, 0, day, 20);
  const times = async () => (await ofBen()).map(({ watchedAt }) => watchedAt);
  const watchAlone = (ids: object, day: number) =>
    service.store.viewings.put(ben, 'own', {
      ids: ids as { type: 'movie' },
      position: { progress: 3600, duration: 3600 },
      startedAt: january(day),
      watchedAt: january(day),
    });

  test('is added and taken out by the extension', async () => {
    const hasCompanions = async () => {
      const { body } = await service.call('POST', '/media/status', { body: { items: [bunny] } });
      return JSON.stringify(body).includes('hasCompanions');
    };
    expect([await hasCompanions(), await ask({ add: ben })]).toEqual([false, []]);
    expect(await ofBen()).toEqual([]);
    await agree();
    expect(await hasCompanions()).toBe(true);
    expect(await ask()).toEqual([{ id: ben, name: 'Ben' }]);
    await ask({ add: ben });
    await ask({ add: ben });
    expect(await times()).toEqual([january(10)]);
    await ask({ remove: ben });
    expect(await ofBen()).toEqual([]);
    expect(await service.store.check()).toEqual([]);
  });

  test('is the one of the evening that is asked about, and never one that came from somebody else', async () => {
    await agree();
    await service.call('PUT', '/matinee/history/again', {
      body: { ...bunny, watchedAt: '2026-01-14T20:00:00Z', duration: 3600 },
    });
    await ask({ watchedAt: '2026-01-10T19:00:00Z', add: ben });
    expect(await times()).toEqual([january(10)]);
    expect(await ask({ watchedAt: '2026-01-12T19:00:00Z', add: ben })).toEqual([]);
    const [copy] = await ofBen();
    await service.post('/title', { do: `with ${copy?.id ?? ''} ${service.owner.id}` }, theirs);
    expect((await service.history()).map(({ id }) => id)).toEqual(['again', 'pilot', 'bunny']);
    const html = await (await service.app.request('/history', { headers: theirs })).text();
    expect(html).not.toContain(`with ${copy?.id ?? ''}`);
  });

  test.each([
    ['film', bunny, bunny],
    [
      'episode that both know by its place',
      episode(1),
      { type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 1 },
    ],
  ])('tells nothing of a %s that the other one has watched alone', async (_, asked, alone) => {
    await agree();
    await watchAlone(alone, 10);
    const answers = [await ask(asked), await ask({ ...asked, add: ben }), await ask(asked)];
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    await ask({ ...asked, remove: ben });
    expect((await ofBen()).map(({ id }) => id)).toEqual(['own']);
  });

  test('stays as the other one has changed it', async () => {
    await agree();
    await ask({ add: ben });
    const [copy] = await ofBen();
    await service.store.viewings.setTime(ben, copy?.id ?? '', january(8));
    await ask({ add: ben });
    await ask({ remove: ben });
    expect(await times()).toEqual([january(8)]);
    await service.store.viewings.remove(ben, copy?.id ?? '');
    await ask({ add: ben });
    expect(await ofBen()).toEqual([]);
    expect(await service.store.check()).toEqual([]);
  });

  const report = (progress: number) =>
    service.store.playback.update(ben, { type: 'movie', tmdbId: 10378 }, { progress, duration: 3600 });

  test('hides no viewing of their own once it was taken out', async () => {
    await agree();
    await ask({ add: ben });
    await ask({ remove: ben });
    await report(3400);
    expect(await ofBen()).toHaveLength(1);
  });

  test('is not taken out once they have played on', async () => {
    await agree();
    const watchedAt = new Date(service.clock.now).toISOString();
    await service.call('PUT', '/matinee/history/now', { body: { ...bunny, watchedAt, duration: 3600 } });
    await ask({ watchedAt, add: ben });
    service.wait(60);
    await report(3000);
    await ask({ watchedAt, remove: ben });
    expect(await times()).toEqual([Date.parse(watchedAt)]);
  });

  test('is nothing to somebody who has not allowed it, or no longer does', async () => {
    await post('/title', { do: `with bunny ${ben}` });
    await share({ name: service.owner.name });
    await post('/title', { do: `with bunny ${ben}` });
    expect(await ofBen()).toEqual([]);
    expect(await page('/history')).not.toContain('Also watched by');
    expect(text(await page('/account'))).toContain('Ben would like to add what you watch together');
    await post('/account/companions', { allow: ben });
    await post('/title', { do: `with bunny ${ben}` });
    await share({ remove: service.owner.id });
    await post('/title/undo', { undo: `with~bunny~${ben}` });
    await post('/title', { do: `with pilot ${ben}` });
    expect(await ofBen()).toHaveLength(1);
  });

  test('that was asked for says the same whether or not somebody has the name, and both logs keep it', async () => {
    const said = async (name: string) => {
      const answer = await share({ name });
      return `${answer.status} ${(await answer.text()).replaceAll(name, '…')}`.replace(
        /<section.*?id="log".*/s,
        '',
      );
    };
    const answer = await said(service.owner.name);
    expect(await said('nobody')).toBe(answer);
    expect(answer).toContain('Once they allow it');
    expect(await said('Ben')).toContain('Once they allow it');
    await post('/account/companions', { allow: ben });
    expect((await logOf(ben)).slice(0, 4)).toEqual([
      `companion-added ${service.owner.name}`,
      'companion-named Ben',
      'companion-named nobody',
      `companion-named ${service.owner.name}`,
    ]);
    expect(await logOf(service.owner.id)).toContain('companion-added Ben');
    await post('/account/companions', { remove: ben });
    expect(await logOf(ben)).toContain(`companion-removed ${service.owner.name}`);
    // Nobody is allowed who has not asked.
    await post('/account/companions', { allow: ben });
    expect(await service.store.preferences.mayAdd(ben, service.owner.id)).toBe(false);
  });

  test('that only one asks for tells who exists neither in the export nor by a refusal', async () => {
    const headers = { 'x-api-key': await service.store.keys.create(ben, 'sk', 'x') };
    const companions = async () => {
      const answer = await service.app.request('/api/v1/matinee/export', { headers });
      return ((await answer.json()) as Record<string, unknown>)['companions'];
    };
    await share({ name: service.owner.name });
    expect(await companions()).toEqual([]);
    await post('/account/companions', { remove: ben });
    expect(await logOf(ben)).not.toContain(`companion-removed ${service.owner.name}`);
    expect(await logOf(service.owner.id)).toContain('companion-removed Ben');
    await agree();
    expect(await companions()).toEqual([{ companionId: service.owner.id }]);
  });

  test('begins, too, where each names the other, and both logs say so once', async () => {
    await share({ name: service.owner.name });
    for (let n = 0; n < 2; n += 1) await post('/account/companions', { name: 'Ben' });
    const begun = async (id: string) =>
      (await logOf(id)).filter((line) => line.startsWith('companion-added'));
    expect(await begun(ben)).toEqual([`companion-added ${service.owner.name}`]);
    expect(await begun(service.owner.id)).toEqual(['companion-added Ben']);
  });

  test('is not offered any more once the account is gone', async () => {
    await agree();
    await service.store.deleteAccount(ben);
    expect(await page('/history')).not.toContain('Also watched by');
  });
});
