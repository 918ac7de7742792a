import { Hono, type Context } from 'hono';
import { createLiveAccount } from './live-account';
import { dashboardRoutes } from './dashboard-routes';
import { deviceRoutes, type DeviceOptions } from './device-routes';
import { createLiveMedia, keyOf, numberOf, resolved, type LiveMedia } from './live-media';
import { personRoutes } from './person-routes';
import { bodyOf, fail, ok, type Fields } from './respond';

export interface LiveOptions extends DeviceOptions {
  /** Approved connectors, as `GET /connectors` lists them. */
  readonly connectors?: readonly unknown[];
}

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

  api.use('*', async (c: Context, next) => {
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

  api.route('/', personRoutes(media, account));
  api.route('/', dashboardRoutes(media, account, listItems));

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
  const app = new Hono().route('/api/v1', api);
  app.get('/device', (c) => c.html('<h1>Connect a device</h1>'));
  return { app, account, listItems, media, sessions, connectors };
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
function placeKey(media: LiveMedia): string {
  if (media.type !== 'episode') return keyOf(media);
  const { season, number } = media.episode;
  return `episode:${String(media.show.id)}:${String(season)}:${String(number)}`;
}
