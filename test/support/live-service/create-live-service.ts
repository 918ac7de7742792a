import { Hono, type Context } from 'hono';
import { createLiveAccount } from './live-account';
import { brief, createLiveMedia, keyOf, listed, numberOf, resolved, type LiveMedia } from './live-media';
import { deviceRoutes, type DeviceOptions } from './device-routes';

type Fields = Readonly<Record<string, unknown>>;

export interface LiveOptions extends DeviceOptions {
  /** Approved connectors, as `GET /connectors` lists them. */
  readonly connectors?: readonly unknown[];
}

/** The list of a channel, and that of the person. */
export const LIST_ID = 'list-1';
export const CHANNEL_ID = 'a-universe';

/**
 * The live service behind API v1, by its public documents only: its OpenAPI 3.1 file and the inventory of its
 * Kodi client. It has none of our additions; fields that it does not document are ignored where it ignores
 * them, and refused where it says so.
 */
export function createLiveService(options: LiveOptions = {}) {
  const media = createLiveMedia();
  const account = createLiveAccount();
  const { routes, state: sessions } = deviceRoutes(options);
  const listItems = new Map<string, LiveMedia>();
  const api = new Hono().route('/', routes);
  const connectors = { list: options.connectors ?? [], etag: '"1"' };

  api.get('/connectors', (c) => {
    if (c.req.header('if-none-match') === connectors.etag) return c.body(null, 304);
    return c.json({ success: true, data: connectors.list }, 200, { etag: connectors.etag });
  });

  api.use('*', async (c, next) => {
    const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (!sessions.isValid(c.req.header('x-api-key') ?? bearer))
      return fail(c, 401, 'UNAUTHORIZED', 'API key is missing or invalid.');
    return next();
  });

  api.get('/me', (c) =>
    c.json({ success: true, user: { name: 'Ana', username: 'ana', email: 'a@b.test' }, stats: {} }),
  );

  api.post('/media/resolve', async (c) => {
    const found = media.resolve(await bodyOf(c));
    if (found === 'refused') return fail(c, 400, 'VALIDATION_ERROR', 'Invalid identifiers or context');
    if (found === undefined) return fail(c, 404, 'NOT_FOUND', 'Media not found');
    return ok(c, resolved(found));
  });

  api.post('/media/status', async (c) => {
    const { items = [] } = (await bodyOf(c)) as { items?: readonly Fields[] };
    if (items.length > 50) return fail(c, 400, 'VALIDATION_ERROR', 'At most 50 items');
    const entries = items.flatMap((item) => {
      const series = numberOf(item['tmdbId']);
      const found = media.named({ ...item, ...(series === undefined ? {} : { tvShowId: series }) });
      if (found === undefined) return [];
      const status = statusOf(found);
      const place = item['type'] === 'episode' && series !== undefined ? [placeKey(found)] : [];
      return [keyOf(found), ...place].map((key) => [key, status] as const);
    });
    return ok(c, Object.fromEntries(entries));
  });

  api.post('/media/show-progress', async (c) => {
    const { ids = [] } = (await bodyOf(c)) as { ids?: readonly number[] };
    const shows = ids.flatMap((id) => media.showOf(id) ?? []);
    return ok(
      c,
      Object.fromEntries(
        shows.map(({ id, episodes }) => {
          const numbers = [...new Set(episodes.map(({ season }) => season))];
          const seasons = numbers.map((seasonNumber) => {
            const aired = episodes.filter(({ season }) => season === seasonNumber).length;
            return { seasonNumber, watched: 0, aired, episodes: {} };
          });
          return [
            String(id),
            { watchedEpisodes: 0, airedEpisodes: episodes.length, lastWatchedAt: null, next: null, seasons },
          ];
        }),
      ),
    );
  });

  api.post('/scrobble', async (c) => {
    const body = await bodyOf(c);
    const { type, progress, duration } = body;
    const isWhole = Number.isInteger(progress) && Number.isInteger(duration);
    if ((type !== 'movie' && type !== 'episode') || !isWhole)
      return fail(c, 400, 'VALIDATION_ERROR', 'type, progress and duration are required');
    const found = media.named(body);
    if (found === undefined) return fail(c, 404, 'NOT_FOUND', 'Media not found');
    const [at, share] = [new Date().toISOString(), Number(progress) / Number(duration)];
    if (share >= 0.9) {
      account.sessions.delete(keyOf(found));
      addToHistory(found, at);
    } else {
      const update = { media: found, progress: Number(progress), duration: Number(duration), updatedAt: at };
      account.sessions.set(keyOf(found), update);
    }
    return c.json({ success: true });
  });
  api.get('/scrobble', (c) => {
    const type = c.req.query('type');
    const all = [...account.sessions.values()].filter((one) => type === undefined || one.media.type === type);
    return page(
      c,
      all.map(({ media: one, progress, duration, updatedAt }, index) => ({
        id: index + 1,
        type: one.type,
        mediaId: one.type === 'episode' ? one.episode.id : idOf(one),
        title: one.type === 'episode' ? one.episode.title : titleOf(one),
        progress,
        duration,
        progressPercent: (progress / duration) * 100,
        updatedAt,
      })),
    );
  });
  api.delete('/scrobble', (c) => remove(c, account.sessions));

  api.get('/history', (c) => {
    const type = c.req.query('type');
    const all = [...account.history.values()].filter(
      (one) =>
        type === undefined || one.media.type === type || (type === 'tv' && one.media.type === 'episode'),
    );
    return page(
      c,
      all.map(({ media: one, dates }) => ({
        ...brief(one),
        watchedAt: dates.at(-1),
        count: dates.length,
        ...(one.type === 'episode' && {
          episodeId: one.episode.id,
          seasonNumber: one.episode.season,
          episodeNumber: one.episode.number,
        }),
      })),
    );
  });
  api.post('/history', async (c) => {
    const body = await bodyOf(c);
    const found = body['type'] === 'tv' ? undefined : media.named(body);
    if (found === undefined) return fail(c, 400, 'VALIDATION_ERROR', 'A film or an episode is required');
    const { count = 1, watchedAt = new Date().toISOString() } = body;
    for (let left = Number(count); left > 0; left -= 1) addToHistory(found, String(watchedAt));
    return ok(c, brief(found));
  });
  api.delete('/history', (c) => remove(c, account.history));

  api.get('/ratings', (c) =>
    page(
      c,
      [...account.ratings.values()].map((one) => ({
        ...brief(one.media),
        rating: one.rating,
        review: null,
        ratedAt: one.at,
      })),
    ),
  );
  api.post('/ratings', async (c) => {
    const body = await bodyOf(c);
    const rating = Number(body['rating']);
    const found = media.named(body);
    if (found === undefined || !Number.isInteger(rating) || rating < 1 || rating > 10)
      return fail(c, 400, 'VALIDATION_ERROR', "The field 'rating' must be between 1 and 10.");
    account.ratings.set(keyOf(found), { media: found, rating, at: new Date().toISOString() });
    return ok(c, { ...brief(found), rating });
  });
  api.delete('/ratings', (c) => remove(c, account.ratings));

  for (const name of ['watchlist', 'favorites', 'collection'] as const) {
    api.get(`/${name}`, (c) =>
      page(
        c,
        [...account[name].values()].map((one) => listed(one)),
      ),
    );
    api.post(`/${name}`, async (c) => {
      const body = await bodyOf(c);
      const found = body['type'] === 'episode' ? undefined : media.named(body);
      if (found === undefined) return fail(c, 400, 'VALIDATION_ERROR', 'type and id are required');
      account[name].set(keyOf(found), found);
      return ok(c, brief(found));
    });
    api.delete(`/${name}`, (c) => remove(c, account[name]));
  }

  api.get('/upnext', (c) =>
    page(
      c,
      nextEpisodes().map(({ show, episode }) => ({
        showId: show.id,
        showTitle: show.title,
        posterPath: `/p${String(show.id)}.jpg`,
        nextEpisode: {
          id: episode.id,
          seasonNumber: episode.season,
          episodeNumber: episode.number,
          title: episode.title,
          airDate: '2008-01-27',
        },
      })),
    ),
  );

  api.get('/lists', (c) =>
    page(c, [
      { id: LIST_ID, name: 'Phase one', description: null, visibility: 'PRIVATE', itemCount: listItems.size },
    ]),
  );
  api.get('/lists/:id/items', (c) =>
    c.req.param('id') === LIST_ID
      ? page(
          c,
          [...listItems.values()].map((one) => listed(one)),
        )
      : fail(c, 404, 'NOT_FOUND', 'List not found'),
  );

  api.get('/channels', (c) => page(c, [channel()]));
  api.get('/channels/:id', (c) =>
    c.req.param('id') === CHANNEL_ID
      ? ok(c, { ...channel(), lists: [{ id: LIST_ID, name: 'Phase one', itemCount: listItems.size }] })
      : fail(c, 404, 'NOT_FOUND', 'Channel not found'),
  );

  api.get('/dashboard', (c) => {
    const widgets = WIDGETS.map(([type, title], index) => ({
      id: `${type}-${String(index + 1)}`,
      type,
      title,
      props: {},
      apiUrl: `${index % 2 === 0 ? '' : new URL(c.req.url).origin}/api/v1/dashboard/widget?type=${type}${type === 'list' ? `&listId=${LIST_ID}` : ''}`,
    }));
    return ok(c, {
      widgets: [...widgets, { id: 'stats-1', type: 'stats', title: 'Statistics', props: {} }],
      filters: [],
    });
  });
  api.get('/dashboard/widget', (c) => {
    switch (c.req.query('type')) {
      case 'up_next':
        return page(
          c,
          nextEpisodes().map((one) => listed({ type: 'episode', ...one })),
        );
      case 'recent_watchlist':
        return page(
          c,
          [...account.watchlist.values()].map((one) => listed(one)),
        );
      case 'continue_watching':
        return page(c, sessionsOf());
      case 'active_movie_scrobbles':
        return page(c, sessionsOf('movie'));
      case 'active_tv_scrobbles':
        return page(c, sessionsOf('episode'));
      case 'upcoming_releases':
      case 'upcoming_schedule':
        return page(
          c,
          media.films.slice(0, 45).map((film) => listed({ type: 'movie', film })),
        );
      case 'list':
        return page(
          c,
          [...listItems.values()].map((one) => listed(one)),
        );
      default:
        return fail(c, 400, 'VALIDATION_ERROR', 'Unknown widget type');
    }
  });

  api.post('/connectors/submit', async (c) => {
    const { name, domains, definition } = (await bodyOf(c)) as {
      name?: string;
      domains?: string[];
      definition?: Fields;
    };
    const fault = submissionFault(domains, definition);
    if (name === undefined || fault !== undefined)
      return fail(c, 400, 'VALIDATION_ERROR', fault ?? 'name is required');
    if (account.submissions.length >= 5) return fail(c, 429, 'RATE_LIMITED', '5 submissions an hour');
    account.submissions.push({ name, domains: domains ?? [], definition: definition ?? {} });
    return c.json(
      { success: true, data: { id: `c${String(account.submissions.length)}`, status: 'PENDING' } },
      201,
    );
  });

  api.notFound((c) => fail(c, 404, 'NOT_FOUND', 'Not found'));

  function addToHistory(one: LiveMedia, at: string): void {
    const before = account.history.get(keyOf(one))?.dates ?? [];
    account.history.set(keyOf(one), { media: one, dates: [...before, at] });
  }

  function remove(c: Context, from: Map<string, unknown>): Response {
    const found = media.named(c.req.query());
    if (found === undefined || !from.delete(keyOf(found))) return fail(c, 404, 'NOT_FOUND', 'Not found');
    return c.json({ success: true });
  }

  function statusOf(one: LiveMedia): Fields {
    const key = keyOf(one);
    const dates = account.history.get(key)?.dates ?? [];
    const session = account.sessions.get(key);
    const rating = account.ratings.get(key)?.rating ?? null;
    return {
      watched: dates.length > 0,
      rewatchCount: Math.max(0, dates.length - 1),
      watchedAt: dates.at(-1) ?? null,
      inWatchlist: account.watchlist.has(key),
      inCollection: account.collection.has(key),
      isFavorite: account.favorites.has(key),
      rating,
      ...(session && { progress: session.progress, duration: session.duration, inProgress: true }),
    };
  }

  function sessionsOf(type?: LiveMedia['type']): Fields[] {
    return [...account.sessions.values()]
      .filter((one) => type === undefined || one.media.type === type)
      .map(({ media: one, progress, duration }) => listed(one, { progress, duration }));
  }

  function nextEpisodes() {
    const watched = [...account.history.values()].flatMap(({ media: one }) =>
      one.type === 'episode' ? [one] : [],
    );
    return watched.flatMap(({ show, episode }) => {
      const next = show.episodes[show.episodes.indexOf(episode) + 1];
      return next === undefined ? [] : [{ show, episode: next }];
    });
  }

  const app = new Hono().route('/api/v1', api);
  app.get('/device', (c) => c.html('<h1>Connect a device</h1>'));
  return { app, account, listItems, media, sessions, connectors };
}

const WIDGETS = [
  ['up_next', 'Up Next'],
  ['continue_watching', 'Continue watching'],
  ['recent_watchlist', 'Watchlist'],
  ['active_movie_scrobbles', 'Films in progress'],
  ['active_tv_scrobbles', 'Series in progress'],
  ['upcoming_releases', 'Upcoming releases'],
  ['upcoming_schedule', 'Schedule'],
  ['list', 'Phase one'],
] as const;

function channel(): Fields {
  return {
    type: 'channel',
    id: CHANNEL_ID,
    channelType: 'universe',
    slug: 'a-universe',
    followersCount: 12,
    listsCount: 1,
    isVerified: true,
    owner: { id: 'u1', name: 'Ana' },
    info: { title: 'A universe', plot: 'Films that belong together.', mediatype: 'set' },
    art: { poster: 'https://image.tmdb.org/t/p/w342/c.jpg' },
  };
}

/** The documented conditions of a submission. */
function submissionFault(
  domains: readonly string[] | undefined,
  definition: Fields | undefined,
): string | undefined {
  if (!Array.isArray(domains) || domains.length === 0 || domains.length > 10)
    return '1 to 10 domains are required';
  const extractors = definition?.['extractors'];
  if (typeof extractors !== 'object' || extractors === null) return 'definition.extractors is required';
  return /"selector":"\s*\*\s*"|"\*"/.test(JSON.stringify(extractors))
    ? 'A selector must not be a wildcard'
    : undefined;
}

function idOf(media: LiveMedia): number {
  return media.type === 'movie' ? media.film.id : media.show.id;
}

function titleOf(media: LiveMedia): string {
  return media.type === 'movie' ? media.film.title : media.show.title;
}

function placeKey(media: LiveMedia): string {
  if (media.type !== 'episode') return keyOf(media);
  const { season, number } = media.episode;
  return `episode:${String(media.show.id)}:${String(season)}:${String(number)}`;
}

async function bodyOf(c: Context): Promise<Fields> {
  return (await c.req.json().catch(() => ({}))) as Fields;
}

function ok(c: Context, data: unknown): Response {
  return c.json({ success: true, data });
}

function fail(c: Context, status: 400 | 401 | 404 | 429, error: string, message: string): Response {
  return c.json({ error, message }, status);
}

/** A page of a list: both names of the total are in use. */
function page(c: Context, all: readonly unknown[]): Response {
  const number = numberOf(c.req.query('page')) ?? 1;
  const pageSize = numberOf(c.req.query('pageSize')) ?? 20;
  if (number < 1 || pageSize < 1 || pageSize > 100)
    return fail(c, 400, 'VALIDATION_ERROR', 'pageSize must be 1 to 100');
  const totalPages = Math.max(1, Math.ceil(all.length / pageSize));
  const data = all.slice((number - 1) * pageSize, number * pageSize);
  const pagination = { page: number, pageSize, total: all.length, totalPages, hasMore: number < totalPages };
  return c.json({ success: true, data, pagination });
}
