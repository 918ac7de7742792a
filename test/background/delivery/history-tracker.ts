import type { Media } from '../../../src/core/media/media';

/** What happens to one request on its way. `dead`: the worker is stopped while it waits. */
export const faults = ['none', 'lost', 'unsent', 'busy', 'dead-before', 'dead-after'] as const;
export type RequestFault = (typeof faults)[number];

interface StoredViewing {
  readonly id: string;
  readonly media: Pick<Media, 'type' | 'tmdbId'>;
  readonly watchedAt: string;
  readonly progress: number;
  readonly duration: number;
}

/** What its description says it has. */
const paths = { '/matinee/history/{id}': { put: {} }, '/matinee/ratings': { put: {} } };

/** A tracker with the operations for recorded viewings, as docs/api-extensions.md states them, in memory. */
export function createHistoryTracker() {
  const history = new Map<string, StoredViewing>();
  const ratings = new Map<number, number>();
  let pending: RequestFault[] = [];
  /** Operations, as `PUT /history`, that the tracker does not have. */
  const missing = new Set<string>();
  const requests: string[] = [];

  const answer = (method: string, url: URL, body: Record<string, unknown>): Response => {
    const [, operation = '', id = ''] = /\/api\/v1\/(?:matinee\/)?(\w+)\/?(.*)$/.exec(url.pathname) ?? [];
    const name = `${method} /${operation}`;
    requests.push(name);
    const tmdbId = Number(url.searchParams.get('tmdbId') ?? body['tmdbId']);
    if (missing.has(name)) return json({ error: 'NOT_FOUND', message: 'There is nothing at this path' }, 404);
    switch (name) {
      case 'GET /history':
        return data({ items: [...history.values()].filter(({ media }) => media.tmdbId === tmdbId) });
      case 'DELETE /history':
        return history.delete(id)
          ? new Response(undefined, { status: 204 })
          : json({ error: 'NOT_FOUND', message: 'No viewing has this id' }, 404);
      case 'PUT /history': {
        const { watchedAt, progress, duration } = body as unknown as StoredViewing;
        history.set(id, { id, media: { type: 'movie', tmdbId }, watchedAt, progress, duration });
        return data(history.get(id));
      }
      case 'GET /ratings': {
        const rating = ratings.get(tmdbId);
        return data({ items: rating === undefined ? [] : [{ media: { type: 'movie', tmdbId }, rating }] });
      }
      case 'PUT /ratings':
        if (body['rating'] === null) ratings.delete(tmdbId);
        else ratings.set(tmdbId, Number(body['rating']));
        return data({});
      default:
        return json({ error: 'NOT_FOUND', message: 'There is nothing at this path' }, 404);
    }
  };

  return {
    history,
    ratings,
    missing,
    requests,
    /** The faults of the next requests; those after them have none. */
    disturb: (next: readonly RequestFault[]) => void (pending = [...next]),
    /** `died` is called where the worker is stopped; its request then never ends. */
    fetchFor:
      (died: () => void): typeof fetch =>
      async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        if (url.href.endsWith('/openapi.json')) return Response.json({ paths });
        const fault = pending.shift() ?? 'none';
        const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
        const reaches = fault === 'none' || fault === 'lost' || fault === 'dead-after';
        const response = reaches ? answer(init?.method ?? 'GET', url, body) : json({}, 503);
        if (fault === 'lost' || fault === 'unsent') throw new TypeError('Failed to fetch');
        if (fault === 'dead-before' || fault === 'dead-after') {
          died();
          await new Promise(() => {});
        }
        return response;
      },
  };
}

export type HistoryTracker = ReturnType<typeof createHistoryTracker>;

function data(value: unknown): Response {
  return json({ success: true, data: value }, 200);
}

function json(value: unknown, status: number): Response {
  return Response.json(value, { status });
}
