import { Hono } from 'hono';
import { scrobbleInputSchema, type ScrobbleInput } from '../../protocol/tracker';
import { invalid } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import type { Env, Service } from '../http/environment';
import { readBody } from '../http/read-body';
import type { MediaIds } from '../store/playback';

/**
 * Players round the two numbers apart from each other, so the position may be this many seconds past
 * the end; it is stored as the end. Further on it is a mistake (milliseconds, another film). Ours.
 */
const toleranceSeconds = 5;

/** `POST /scrobble`. Media that the catalogue does not know is stored with its ids: a tracker must not lose it. */
export function scrobbleRoute(service: Service) {
  return new Hono<Env>().post('/scrobble', authenticate(service, 'write'), async (c) => {
    const input = await readBody(c, scrobbleInputSchema);
    if (input.progress > input.duration + toleranceSeconds)
      throw invalid('`progress` must not be past `duration` (both in seconds)');
    service.store.playback.update(
      c.get('userId'),
      mediaIds(input),
      Math.min(input.progress, input.duration),
      input.duration,
    );
    return c.json({ success: true });
  });
}

/** Documented: `id` is optional when `tmdbId` or the episode context is given. */
function mediaIds(input: ScrobbleInput): MediaIds {
  const { type, id, tmdbId, tvShowId = tmdbId, seasonNumber, episodeNumber } = input;
  if (type === 'movie') {
    const film = tmdbId ?? id;
    if (film === undefined) throw invalid('`tmdbId` or `id` is required for a movie');
    return { type, tmdbId: film };
  }
  const own = id === undefined ? {} : { episodeId: id };
  if (tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined) {
    return { type, tmdbId: tvShowId, seasonNumber, episodeNumber, ...own };
  }
  if (id !== undefined) return { type, episodeId: id };
  if (tvShowId === undefined)
    throw invalid('`tvShowId` (or `id`, or `tmdbId` of the series) is required for an episode');
  if (seasonNumber === undefined) throw invalid('`seasonNumber` is required for an episode without `id`');
  throw invalid('`episodeNumber` is required for an episode without `id`');
}
