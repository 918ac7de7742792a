import { Hono } from 'hono';
import type { LiveAccount } from './live-account';
import { keyOf, type createLiveMedia, type LiveMedia } from './live-media';
import { bodyOf, fail, ok, type Fields } from './respond';

/** The import of a Kodi library: a snapshot, so what is watched already stays as it is. */
export function kodiRoutes(media: ReturnType<typeof createLiveMedia>, account: LiveAccount) {
  const api = new Hono();

  api.post('/kodi/import', async (c) => {
    const body = await bodyOf(c);
    const { importSessionId, chunk, totalChunks, options = {} } = body;
    const parts = ['movies', 'tvShows', 'episodes', 'favorites'].map((name) => entriesOf(body, name));
    const isWhole = Number.isInteger(chunk) && Number.isInteger(totalChunks);
    if (typeof importSessionId !== 'string' || !isWhole || parts.some(({ length }) => length > 250))
      return fail(c, 400, 'VALIDATION_ERROR', 'Invalid batch or parameters');
    const [movies = [], , episodes = [], favorites = []] = parts;
    const wanted = options as Fields;
    const films = movies.map((one) => ({ one, found: media.resolve({ ...one, type: 'movie' }) }));
    const shown = episodes.map((one) => ({ one, found: media.named({ ...placeOf(one), type: 'episode' }) }));
    const known = [...films, ...shown].flatMap(({ one, found }) => (isMedia(found) ? [{ one, found }] : []));
    const added = wanted['importWatched'] === true ? known.filter((each) => addWatched(each)) : [];
    const liked = favorites.flatMap((one) => {
      const found = media.resolve(one);
      return isMedia(found) ? [found] : [];
    });
    for (const one of liked) account.favorites.set(keyOf(one), one);
    const count = (type: LiveMedia['type']) => added.filter(({ found }) => found.type === type).length;
    const unresolved = films.length + shown.length - known.length;
    return ok(c, {
      imported: {
        ...NOTHING,
        movies: count('movie'),
        episodes: count('episode'),
        favorites: liked.length,
      },
      skipped: { alreadyWatched: known.length - added.length, unresolved },
      unresolved: [],
    });
  });

  function addWatched({ one, found }: { readonly one: Fields; readonly found: LiveMedia }): boolean {
    if (!(Number(one['playCount']) > 0) || account.history.has(keyOf(found))) return false;
    const at = typeof one['lastPlayed'] === 'string' ? one['lastPlayed'] : new Date().toISOString();
    account.history.set(keyOf(found), { media: found, dates: [at] });
    return true;
  }
  return api;
}

const NOTHING = { ratings: 0, watchlist: 0, scrobbles: 0, lists: 0, collection: 0 };

function entriesOf(body: Fields, name: string): readonly Fields[] {
  const entries = body[name];
  return Array.isArray(entries) ? (entries as readonly Fields[]) : [];
}

const placeOf = (one: Fields) => ({
  id: one['tmdbId'],
  tvShowId: one['showTmdbId'],
  seasonNumber: one['season'],
  episodeNumber: one['episode'],
});

function isMedia(found: LiveMedia | 'refused' | undefined): found is LiveMedia {
  return found !== undefined && found !== 'refused';
}
