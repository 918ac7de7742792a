import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blanks } from './blanks';
import { store, upload } from './import-file';
import { startTest, type Answer, type ServiceUnderTest } from './service-under-test';

// A person's own history: what is found in it, what is changed in it, and what is counted from it.

const DAY = 24 * 3600;
const bunny = { type: 'movie', tmdbId: 10378 };
const sintel = { type: 'movie', tmdbId: 45745 };
const episode = (episodeNumber: number, tvShowId = 1396, seasonNumber = 1) => ({
  type: 'episode',
  tvShowId,
  seasonNumber,
  episodeNumber,
});

let service: ServiceUnderTest;
let cookie: string;
beforeEach(async () => {
  service = await startTest();
  cookie = await service.signedIn();
});
afterEach(() => service.close());

const add = async (id: string, media: object, watchedAt: string, duration = 3600) => {
  const answer = await service.call('PUT', `/matinee/history/${id}`, {
    body: { ...media, watchedAt, duration },
  });
  expect(answer.status).toBe(200);
};
const found = async (query: string) => {
  const { status, body } = await service.call('GET', `/matinee/history?${query}`);
  expect([status, body.message]).toEqual([200, undefined]);
  const data = body.data as { items: { id: string }[]; total: number };
  expect(data.total).toBe(data.items.length);
  return data.items.map(({ id }) => id);
};
const page = async (path: string) => (await service.app.request(path, { headers: { cookie } })).text();
const post = (path: string, fields: Record<string, string>) => service.post(path, fields, { cookie });
const statistics = async (year: number) =>
  (await service.call('GET', `/matinee/statistics?year=${String(year)}`)).body.data as unknown as Statistics;

interface Statistics {
  readonly total: { readonly films: number; readonly episodes: number; readonly seconds: number };
  readonly days: number;
  readonly months: readonly { readonly month: string; readonly seconds: number }[];
  readonly weekdays: readonly { readonly seconds: number }[];
  readonly longestStreak?: { readonly days: number; readonly from: string };
  readonly top: readonly { readonly media: Answer; readonly seconds: number }[];
}

describe('a history is searched and filtered', () => {
  beforeEach(async () => {
    await add('bunny', bunny, '2026-01-10T20:00:00Z');
    await add('sintel', sintel, '2026-01-12T20:00:00Z');
    await add('pilot', episode(1), '2026-01-12T21:00:00Z');
  });

  test.each([
    ['q=bunny', ['bunny']],
    ['q=BUCK%20BIG', ['bunny']],
    ['q=breaking', ['pilot']],
    ['q=nothing%20like%20it', []],
    ['q=%25', []],
    ['only=movie', ['sintel', 'bunny']],
    ['only=episode', ['pilot']],
    ['show=1396', ['pilot']],
    ['from=2026-01-11', ['pilot', 'sintel']],
    ['to=2026-01-11', ['bunny']],
    ['from=2026-01-10&to=2026-01-12&only=movie&q=sintel', ['sintel']],
  ])('?%s', async (query, ids) => {
    expect(await found(query)).toEqual(ids);
  });

  test('by a name in another language than the one that is shown', async () => {
    await service.store.workNames.set('show:1396', ['Breaking Bad', 'Во все тяжкие', 'ブレイキング・バッド']);
    expect(await found(`q=${encodeURIComponent('тяжкие')}`)).toEqual(['pilot']);
    expect(await found(`q=${encodeURIComponent('ブレイキング')}`)).toEqual(['pilot']);
    expect(await page(`/history?q=${encodeURIComponent('во все')}`)).toContain('Found (1)');
  });

  test.each(['only=x', 'show=x', 'from=2026-02-30', 'to=x', 'q='])('?%s is refused', async (query) => {
    expect((await service.call('GET', `/matinee/history?${query}`)).status).toBe(400);
  });

  test('page by page, where each row comes once', async () => {
    for (let number = 2; number <= 9; number += 1)
      await add(`episode-${String(number)}`, episode(number), '2026-01-12T21:00:00Z');
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const place: string = after === undefined ? '' : `&after=${after}`;
      const { body } = await service.call('GET', `/matinee/history?only=episode&limit=2${place}`);
      const data = body.data as { items: { id: string }[]; next?: string };
      ids.push(...data.items.map(({ id }) => id));
      after = data.next;
    } while (after !== undefined);
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
    expect(ids).toHaveLength(9);
  });

  test('on the page day by day in the time zone of the person', async () => {
    await add('late', bunny, '2026-01-14T23:30:00Z');
    expect(await page('/history')).toContain('Wednesday, January 14, 2026');
    await post('/account/preferences', { language: '', zone: 'Europe/Berlin' });
    const shown = await page('/history');
    expect(shown).toContain('Thursday, January 15, 2026');
    expect(shown).toContain('12:30');
  });

  test.each(['list', 'posters', 'calendar'])('as %s', async (view) => {
    const shown = await page(`/history?view=${view}&month=2026-01`);
    expect(shown).toContain('Big Buck Bunny');
    expect(blanks(shown)).toEqual([]);
  });
});

test('/progress of one film or episode', async () => {
  await service.scrobble({ type: 'movie', tmdbId: 1, progress: 30, duration: 100 });
  await service.scrobble({ type: 'movie', tmdbId: 2, progress: 40, duration: 100 });
  const progressOf = async (tmdbId: number) =>
    (await service.call('GET', `/matinee/progress?type=movie&tmdbId=${String(tmdbId)}`)).body.data;
  expect(await progressOf(2)).toMatchObject({ total: 1, items: [{ progress: 40 }] });
  expect(await progressOf(3)).toMatchObject({ total: 0, items: [] });
  expect((await service.call('GET', '/matinee/progress?type=movie')).status).toBe(400);
});

test('an empty history shows how something comes into it, and nothing to search', async () => {
  const empty = await page('/history');
  expect(empty).not.toContain('role="search"');
  for (const path of ['/device', '/import']) expect(empty).toContain(`<a class="button" href="${path}">`);
  expect(await page('/history?q=bunny')).toContain('role="search"');
  await add('one', bunny, '2026-01-02T20:00:00Z');
  expect(await page('/history')).toMatch(/role="search"[^]*<details\s*>/);
  expect(await page('/history?only=movie')).toMatch(/role="search"[^]*<details open>/);
});

describe('several viewings are removed', () => {
  test('and put back as they were', async () => {
    await service.scrobble({ ...bunny, progress: 95, duration: 100 });
    await add('pilot', episode(1), '2026-01-12T21:00:00Z');
    const before = [await service.history(), await service.progress(), await statistics(2026)];
    const ids = (await service.history()).map(({ id }) => id);
    const { data } = (await service.call('POST', '/matinee/removals', { body: { ids: [...ids, 'none'] } }))
      .body;
    expect(data).toMatchObject({ removed: 2 });
    expect(await service.history()).toEqual([]);
    expect((await statistics(2026)).days).toBe(0);
    const restored = await service.call('POST', '/matinee/removals/undo', { body: { undo: data?.['undo'] } });
    expect(restored.body.data).toEqual({ restored: 2 });
    expect([await service.history(), await service.progress(), await statistics(2026)]).toEqual(before);
    const again = await service.call('POST', '/matinee/removals/undo', { body: { undo: data?.['undo'] } });
    expect(again.body.data).toEqual({ restored: 0 });
    expect(await service.store.check()).toEqual([]);
  });

  test.each([[[1]], [[0, 1]]])(
    'with the position of the latest, whichever are removed: %j',
    async (which) => {
      for (const [progress, duration] of [
        [700, 734],
        [100, 1000],
        [950, 1000],
        [980, 1010],
      ]) {
        await service.scrobble({ ...bunny, progress, duration });
        service.wait(600);
      }
      const before = [await service.history(), await service.progress()];
      const oldestFirst = (await service.history()).map(({ id }) => id).toReversed();
      const ids = which.map((index) => oldestFirst[index]);
      const { data } = (await service.call('POST', '/matinee/removals', { body: { ids } })).body;
      await service.call('POST', '/matinee/removals/undo', { body: { undo: data?.['undo'] } });
      expect([await service.history(), await service.progress()]).toEqual(before);
      expect(await service.progress()).toMatchObject([{ progress: 980, duration: 1010 }]);
      expect(await service.store.check()).toEqual([]);
    },
  );

  test('and an open session that was begun meanwhile stays the latest', async () => {
    await add('bunny', bunny, '2026-01-10T20:00:00Z');
    const { data } = (await service.call('POST', '/matinee/removals', { body: { ids: ['bunny'] } })).body;
    await service.scrobble({ ...bunny, progress: 5, duration: 100 });
    await service.call('POST', '/matinee/removals/undo', { body: { undo: data?.['undo'] } });
    await add('later', bunny, new Date(service.clock.now + 60_000).toISOString());
    expect(await service.progress()).toMatchObject([{ progress: 5, watched: false }]);
    expect(await service.store.check()).toEqual([]);
  });

  test('on the page, with a button that undoes it', async () => {
    await add('bunny', bunny, '2026-01-10T20:00:00Z');
    await add('sintel', sintel, '2026-01-12T20:00:00Z');
    const answer = await service.app.request('/history/remove', {
      method: 'POST',
      headers: {
        cookie,
        origin: 'http://localhost',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'id=bunny&id=sintel&back=%2Fhistory%3Fonly%3Dmovie',
    });
    const back = answer.headers.get('location') ?? '';
    expect(back).toMatch(/^\/history\?only=movie&done=removed_count&count=2&undo=removal/);
    const shown = await page(back);
    expect(shown).toContain('2 viewings removed.');
    const undo = /name="undo" value="([\w~]+)"/.exec(shown)?.[1] ?? '';
    await post('/title/undo', { undo, back: '/history' });
    expect(await service.history()).toHaveLength(2);
  });

  test.each(['https://evil.example', '//evil.example', '/keys', '/history/../keys'])(
    'a form that wants to go to %s comes back to the history',
    async (back) => {
      const answer = await post('/history/remove', { id: 'none', back });
      expect(answer.headers.get('location')).toMatch(/^\/history\?/);
    },
  );

  test('never those of another person', async () => {
    await add('bunny', bunny, '2026-01-10T20:00:00Z');
    const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
    const key = await service.store.keys.create(ben?.id ?? '', 'sk', 'of ben');
    const { data } = (await service.call('POST', '/matinee/removals', { body: { ids: ['bunny'] }, key }))
      .body;
    expect(data).toMatchObject({ removed: 0 });
    const own = (await service.call('POST', '/matinee/removals', { body: { ids: ['bunny'] } })).body.data;
    const foreign = await service.call('POST', '/matinee/removals/undo', {
      body: { undo: own?.['undo'] },
      key,
    });
    expect(foreign.body.data).toEqual({ restored: 0 });
    expect(await service.history()).toEqual([]);
  });
});

describe('a person changes the history by hand', () => {
  test('the time of a viewing, in their zone', async () => {
    await add('bunny', bunny, '2026-01-10T20:00:00Z');
    await post('/account/preferences', { language: '', zone: 'America/New_York' });
    expect(await page('/history/entry/bunny')).toContain('value="2026-01-10T15:00"');
    await post('/history/entry/bunny', { at: '2026-01-09T23:30' });
    expect(await service.history()).toMatchObject([{ watchedAt: '2026-01-10T04:30:00.000Z' }]);
    expect(await found('to=2026-01-09')).toEqual(['bunny']);
    expect((await post('/history/entry/bunny', { at: '2036-01-09T23:30' })).status).toBe(400);
    expect((await post('/history/entry/none', { at: '2026-01-09T23:30' })).status).toBe(404);
  });

  test('a film and an episode that were watched elsewhere', async () => {
    const search = await page('/history/add?type=movie&title=big%20buck%20bunny');
    expect(search).toContain('value="10378"');
    const film = { type: 'movie', title: 'big buck bunny', work: '10378', at: '2026-01-02T20:00' };
    const added = (await post('/history/add', film)).headers.get('location');
    expect(added).toMatch(/^\/history\?done=viewing_added&undo=viewing%7Epage-/);
    const wanted = { type: 'episode', title: 'Breaking Bad', season: '1', episode: '2', work: '1396' };
    await post('/history/add', { ...wanted, at: '2026-01-03T20:00' });
    expect(await service.history()).toMatchObject([
      { media: { tvShowId: 1396, episodeNumber: 2 }, watchedAt: '2026-01-03T20:00:00.000Z' },
      { media: { tmdbId: 10378 } },
    ]);
    expect((await post('/history/add', { ...film, work: '1' })).status).toBe(400);
    expect((await post('/history/add', { ...film, at: 'x' })).status).toBe(400);
  });

  test('the latest viewing is the latest session, in whichever order they are added', async () => {
    await add('a', bunny, '2019-01-10T20:00:00Z', 100);
    await add('b', bunny, '2024-01-10T20:00:00Z', 200);
    await add('c', bunny, '2021-01-10T20:00:00Z', 300);
    expect(await service.progress()).toMatchObject([{ id: 'b', duration: 200 }]);
    await service.call('PATCH', '/matinee/history/a', { body: { watchedAt: '2025-01-10T20:00:00Z' } });
    expect(await service.progress()).toMatchObject([{ id: 'a', duration: 100 }]);
    expect(await service.store.check()).toEqual([]);
  });

  test('a season, and everything before an episode, once and with one undo', async () => {
    await add('pilot', episode(1), '2026-01-12T21:00:00Z');
    const mark = (body: object) => service.call('POST', '/matinee/marks', { body });
    const season = (await mark({ tvShowId: 1396, seasonNumber: 1 })).body.data;
    const length = Number(season?.['added']) + 1;
    expect(length).toBeGreaterThan(5);
    expect(await service.history()).toHaveLength(length);
    expect((await mark({ tvShowId: 1396, seasonNumber: 1 })).body.data).toEqual({ added: 0 });
    const before = (await mark({ tvShowId: 1396, seasonNumber: 2, beforeEpisode: 3 })).body.data;
    expect(before).toMatchObject({ added: 2 });
    expect(await page('/series/1396?season=1')).toContain(`${String(length)} of ${String(length)} watched`);
    for (const one of [before, season])
      expect((await service.call('DELETE', `/matinee/imports/${String(one?.['undo'])}`)).status).toBe(204);
    expect((await service.history()).map(({ id }) => id)).toEqual(['pilot']);
    expect(await service.store.check()).toEqual([]);
  });

  test('a season on the page of the series', async () => {
    const answer = await post('/series/1396/mark', { season: '1', before: '4', at: '2026-01-02T20:00' });
    const back = answer.headers.get('location') ?? '';
    expect(back).toMatch(/^\/series\/1396\?season=1&done=marked_count&count=3&undo=import%7E\w+$/);
    const undo = new URL(back, 'http://localhost').searchParams.get('undo') ?? '';
    expect(await page(back)).toContain('3 episodes added.');
    await post('/title/undo', { undo, back: '/series/1396' });
    expect(await service.history()).toEqual([]);
  });

  test('an episode that the catalogue does not know is shown with the name of its series', async () => {
    // The series has three episodes in its first season.
    await add('far', episode(7, 19_885), '2026-01-02T20:00:00Z');
    expect(await page('/history')).toMatch(/>Sherlock<\/a>\s*<span[^>]*>S1 E7</);
    expect(await page('/series/19885')).toMatch(/<h1>Sherlock<[^]*Season 2/);
  });

  test('the next episodes are written as the language of the person writes them', async () => {
    await add('pilot', episode(1), '2026-01-02T20:00:00Z');
    await post('/account/preferences', { language: 'de', zone: 'UTC' });
    expect(await page('/channels/my-series')).toContain('S1 F2 · Cat&#39;s in the Bag...');
  });

  test('a series that only an import names has this name on its page', async () => {
    const show = { title: 'Hilda Furacão', year: 1998, ids: { tmdb: 888_888 } };
    const watched = { watched_at: '2025-02-10T20:00:00Z', show, episode: { season: 1, number: 2 } };
    await store(service, (await upload(service, JSON.stringify([watched])))['id']);
    expect(await page('/series/888888')).toContain('<h1>Hilda Furacão</h1>');
  });

  test('a series is dropped from up next, and comes back when it is watched again', async () => {
    await service.scrobble({ ...episode(1), progress: 95, duration: 100 });
    const upNext = async () =>
      (await service.call('GET', '/upnext')).body.data as unknown as { subtitle: string }[];
    expect(await upNext()).toMatchObject([{ showId: 1396 }]);
    service.wait(60);
    expect((await service.call('PUT', '/matinee/dropped/1396')).status).toBe(204);
    expect(await upNext()).toEqual([]);
    expect((await service.call('GET', '/matinee/dropped')).body.data).toMatchObject({
      items: [{ media: { tmdbId: 1396, title: 'Breaking Bad' } }],
    });
    expect(await page('/channels/my-series')).toContain('Hidden from Up next');
    service.wait(60);
    await service.scrobble({ ...episode(2), progress: 95, duration: 100 });
    expect(await upNext()).toMatchObject([{ showId: 1396 }]);
    await post('/title', { do: 'drop 1396' });
    expect(await upNext()).toEqual([]);
    await post('/title', { do: 'take-back 1396' });
    expect(await upNext()).toMatchObject([{ showId: 1396 }]);
  });
});

describe('statistics', () => {
  test('count films, episodes and hours by month and weekday, and the longest streak', async () => {
    for (const day of ['05', '06', '07', '20'])
      await add(`film-${day}`, bunny, `2025-03-${day}T20:00:00Z`, 7200);
    await add('pilot', episode(1), '2025-04-01T20:00:00Z');
    const { total, days, months, weekdays, longestStreak, top } = await statistics(2025);
    expect(total).toEqual({ films: 4, episodes: 1, seconds: 4 * 7200 + 3600 });
    expect(days).toBe(5);
    expect(months.filter(({ seconds }) => seconds > 0)).toMatchObject([
      { month: '2025-03', seconds: 28_800 },
      { month: '2025-04', seconds: 3600 },
    ]);
    // 2025-03-05 is a Wednesday.
    expect(weekdays.map(({ seconds }) => seconds / 3600)).toEqual([0, 1, 2, 4, 2, 0, 0]);
    expect(longestStreak).toEqual({ days: 3, from: '2025-03-05', to: '2025-03-07' });
    expect(top).toMatchObject([{ media: { tmdbId: 10378 }, seconds: 28_800 }, { seconds: 3600 }]);
  });

  test('follow each change: crossing 90 %, another time, removal, import, undo', async () => {
    await service.scrobble({ ...bunny, progress: 50, duration: 100 });
    expect((await statistics(2026)).total.films).toBe(0);
    await service.scrobble({ ...bunny, progress: 95, duration: 100 });
    expect((await statistics(2026)).total).toEqual({ films: 1, episodes: 0, seconds: 100 });
    const id = (await service.history())[0]?.id ?? '';
    await service.call('PATCH', `/matinee/history/${id}`, { body: { watchedAt: '2024-02-29T12:00:00Z' } });
    expect((await statistics(2026)).total.films).toBe(0);
    expect((await statistics(2024)).total.films).toBe(1);
    const rows = [{ watched_at: '2024-03-01T00:00:00Z', movie: { ids: { tmdb: 5 } } }];
    const { data } = (await service.call('POST', '/matinee/imports', { body: JSON.stringify(rows) })).body;
    await service.call('POST', `/matinee/imports/${String(data?.['id'])}/store`);
    expect((await statistics(2024)).total.films).toBe(2);
    expect((await statistics(2024)).longestStreak?.days).toBe(2);
    await service.call('DELETE', `/matinee/imports/${String(data?.['id'])}`);
    await service.call('DELETE', `/matinee/history/${id}`);
    expect((await statistics(2024)).days).toBe(0);
    expect(await service.store.check()).toEqual([]);
  });

  test('an episode that is placed in its series later is counted for the series', async () => {
    await service.scrobble({ type: 'episode', id: 62085, progress: 95, duration: 100 });
    expect((await statistics(2026)).top).toEqual([]);
    await service.scrobble({ ...episode(1), id: 62085, progress: 96, duration: 100 });
    expect((await statistics(2026)).top).toMatchObject([{ media: { tmdbId: 1396 } }]);
    expect((await statistics(2026)).total).toEqual({ films: 0, episodes: 1, seconds: 100 });
  });

  test('a new time zone counts all of the history again, and what is watched meanwhile', async () => {
    for (let number = 0; number < 450; number += 1) {
      const watchedAt = new Date(Date.UTC(2025, 0, 1, 23, 30) + number * DAY * 250).toISOString();
      await service.store.viewings.put(service.owner.id, `film-${String(number)}`, {
        ids: { type: 'movie', tmdbId: number + 1 },
        position: { progress: 60, duration: 60 },
        startedAt: Date.parse(watchedAt),
        watchedAt: Date.parse(watchedAt),
      });
    }
    const { id } = service.owner;
    await service.store.preferences.setZone(id, 'Asia/Tokyo');
    expect(await service.store.preferences.recount(id)).toBe(true);
    await service.scrobble({ ...bunny, progress: 95, duration: 100 });
    await service.call('DELETE', '/matinee/history/film-449');
    while (await service.store.preferences.recount(id));
    expect(await service.store.check()).toEqual([]);
    const { total, months } = await statistics(2025);
    expect(total.films).toBe(449);
    expect(months[0]?.month).toBe('2025-01');
    expect(await found('from=2025-01-01&to=2025-01-01&limit=500')).toEqual([]);
  });

  test('each chart is a picture and a table', async () => {
    await add('bunny', bunny, '2025-03-05T20:00:00Z', 7200);
    const shown = await page('/statistics?year=2025');
    expect(shown.match(/<svg viewBox/g)).toHaveLength(3);
    expect(shown.match(/<table>/g)).toHaveLength(3);
    expect(shown).toContain('<title>March 2025: 2 hr</title>');
    expect(blanks(shown)).toEqual([]);
    expect(await page('/statistics?year=x')).toContain('Statistics 2026');
  });
});
