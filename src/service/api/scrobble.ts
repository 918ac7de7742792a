import { Hono } from 'hono';
import { defined } from '../../core/values/defined';
import { scrobbleInputSchema, type ScrobbleInput } from '../../protocol/tracker/scrobble-request';
import { invalid, type ApiError } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import type { Env, Service } from '../http/environment';
import { readBody } from '../http/read-body';
import type { MediaIds } from '../store/media';

/**
 * Players round position and duration separately, so a position up to this many seconds past the end is
 * stored as the end. A larger one is a mistake, such as milliseconds, and is refused. Ours.
 */
const END_TOLERANCE_SECONDS = 5;

/** `POST /scrobble`. Media that the catalogue does not know is stored with its ids. */
export function scrobbleRoute(service: Service) {
  return new Hono<Env>().post('/scrobble', authenticate(service, 'scrobble'), async (c) => {
    const input = await readBody(c, scrobbleInputSchema);
    const { progress, duration } = input;
    if (progress > duration + END_TOLERANCE_SECONDS)
      throw invalid('`progress` must not be past `duration` (both in seconds)');
    const position = { progress: Math.min(progress, duration), duration };
    service.store.playback.update(c.get('userId'), toMediaIds(input), position);
    return c.json({ success: true });
  });
}

/** Documented: `id` is optional when `tmdbId` or the episode context is given. */
function toMediaIds(input: ScrobbleInput): MediaIds {
  return input.type === 'movie' ? toFilmIds(input) : toEpisodeIds(input);
}

function toFilmIds({ id, tmdbId = id }: ScrobbleInput): MediaIds {
  if (tmdbId === undefined) throw invalid('`tmdbId` or `id` is required for a movie');
  return { type: 'movie', tmdbId };
}

function toEpisodeIds(input: ScrobbleInput): MediaIds {
  const { id: episodeId, tmdbId, tvShowId = tmdbId, seasonNumber, episodeNumber } = input;
  if (tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined)
    return { type: 'episode', tmdbId: tvShowId, seasonNumber, episodeNumber, ...defined({ episodeId }) };
  if (episodeId === undefined) throw incompleteEpisode(tvShowId, seasonNumber);
  return { type: 'episode', episodeId };
}

/** Names the first missing field of the episode context. */
function incompleteEpisode(tvShowId: number | undefined, seasonNumber: number | undefined): ApiError {
  if (tvShowId === undefined)
    return invalid('`tvShowId` (or `id`, or `tmdbId` of the series) is required for an episode');
  const missing = seasonNumber === undefined ? 'seasonNumber' : 'episodeNumber';
  return invalid(`\`${missing}\` is required for an episode without \`id\``);
}
