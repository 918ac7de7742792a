import { Hono, type Context } from 'hono';
import type { LiveAccount } from './live-account';
import { brief, keyOf, listed, type createLiveMedia, type LiveMedia } from './live-media';
import { bodyOf, fail, ok, page } from './respond';

/** What a person has watched, rated and put on lists: the operations that read and write it. */
export function personRoutes(media: ReturnType<typeof createLiveMedia>, account: LiveAccount) {
  const api = new Hono();

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

  function addToHistory(one: LiveMedia, at: string): void {
    const before = account.history.get(keyOf(one))?.dates ?? [];
    account.history.set(keyOf(one), { media: one, dates: [...before, at] });
  }

  function remove(c: Context, from: Map<string, unknown>): Response {
    const found = media.named(c.req.query());
    if (found === undefined || !from.delete(keyOf(found))) return fail(c, 404, 'NOT_FOUND', 'Not found');
    return c.json({ success: true });
  }
  return api;
}

function idOf(media: LiveMedia): number {
  return media.type === 'movie' ? media.film.id : media.show.id;
}

function titleOf(media: LiveMedia): string {
  return media.type === 'movie' ? media.film.title : media.show.title;
}
