import { Hono } from 'hono';
import type { LiveAccount } from './live-account';
import { keyOf, numberOf, resolved, type createLiveMedia, type LiveMedia } from './live-media';
import type { LiveShow } from './live-titles';
import { bodyOf, fail, ok, type Fields } from './respond';

/** What a title is, and what the person has to do with it. */
export function mediaRoutes(media: ReturnType<typeof createLiveMedia>, account: LiveAccount) {
  const api = new Hono();

  api.post('/media/resolve', async (c) => {
    const found = media.resolve(await bodyOf(c));
    if (found === 'refused') return fail(c, 400, 'VALIDATION_ERROR', 'Invalid identifiers or context');
    if (found === undefined) return fail(c, 404, 'NOT_FOUND', 'Media not found');
    return ok(c, resolved(found));
  });

  api.post('/media/resolve/batch', async (c) => {
    const { items = [] } = (await bodyOf(c)) as { items?: readonly Fields[] };
    if (items.length > 50) return fail(c, 400, 'VALIDATION_ERROR', 'At most 50 items');
    const entries = items.flatMap((item, index) => {
      const found = media.resolve(item);
      const key = typeof item['imdbId'] === 'string' ? item['imdbId'] : String(index);
      return found === undefined || found === 'refused' ? [] : [[key, resolved(found)] as const];
    });
    return ok(c, Object.fromEntries(entries));
  });

  api.post('/media/status', async (c) => {
    const { items = [] } = (await bodyOf(c)) as { items?: readonly Fields[] };
    if (items.length > 50) return fail(c, 400, 'VALIDATION_ERROR', 'At most 50 items');
    const entries = items.flatMap((item) => {
      const series = numberOf(item['tmdbId']);
      const found = media.named({ ...item, ...(series === undefined ? {} : { tvShowId: series }) });
      if (found === undefined) return [];
      const place = item['type'] === 'episode' && series !== undefined ? [placeKey(found)] : [];
      return [keyOf(found), ...place].map((key) => [key, statusOf(found)] as const);
    });
    return ok(c, Object.fromEntries(entries));
  });

  api.post('/media/show-progress', async (c) => {
    const { ids = [] } = (await bodyOf(c)) as { ids?: readonly number[] };
    if (ids.length > 20) return fail(c, 400, 'VALIDATION_ERROR', 'At most 20 ids');
    const shows = ids.flatMap((id) => media.showOf(id) ?? []);
    return ok(c, Object.fromEntries(shows.map((show) => [String(show.id), progressOf(show)])));
  });

  function statusOf(one: LiveMedia): Fields {
    const key = keyOf(one);
    const dates = account.history.get(key)?.dates ?? [];
    const session = account.sessions.get(key);
    const common = {
      inWatchlist: account.watchlist.has(key),
      inCollection: account.collection.has(key),
      isFavorite: account.favorites.has(key),
      rating: account.ratings.get(key)?.rating ?? null,
    };
    if (one.type === 'tv') {
      const { watchedEpisodes, airedEpisodes, lastWatchedAt } = progressOf(one.show);
      return { ...common, watched: watchedEpisodes > 0, watchedEpisodes, airedEpisodes, lastWatchedAt };
    }
    return {
      ...common,
      watched: dates.length > 0,
      rewatchCount: Math.max(0, dates.length - 1),
      watchedAt: dates.at(-1) ?? null,
      ...(session && { progress: session.progress, duration: session.duration, inProgress: true }),
    };
  }

  function progressOf({ id: showId, episodes }: LiveShow) {
    const watched = new Map(
      [...account.history.values()].flatMap(({ media: one, dates }) =>
        one.type === 'episode' && one.show.id === showId ? [[one.episode.id, dates.at(-1) ?? '']] : [],
      ),
    );
    const next = episodes.find(({ id }) => !watched.has(id));
    const numbers = [...new Set(episodes.map(({ season }) => season))];
    return {
      watchedEpisodes: watched.size,
      airedEpisodes: episodes.length,
      lastWatchedAt: [...watched.values()].toSorted().at(-1) ?? null,
      next:
        next === undefined
          ? null
          : { seasonNumber: next.season, episodeNumber: next.number, tmdbId: next.id, title: next.title },
      seasons: numbers.map((seasonNumber) => {
        const aired = episodes.filter(({ season }) => season === seasonNumber);
        const seen = aired.filter(({ id }) => watched.has(id));
        const byNumber = seen.map(({ number }) => [String(number), true] as const);
        return {
          seasonNumber,
          watched: seen.length,
          aired: aired.length,
          episodes: Object.fromEntries(byNumber),
        };
      }),
    };
  }
  return api;
}

function placeKey(media: LiveMedia): string {
  if (media.type !== 'episode') return keyOf(media);
  const { season, number } = media.episode;
  return `episode:${String(media.show.id)}:${String(season)}:${String(number)}`;
}
