import { Hono } from 'hono';
import { scrobbleInputSchema } from '../../protocol/tracker/scrobble-request';
import { invalid } from '../http/api-error';
import { authenticated } from '../http/authenticate';
import type { Env, Service } from '../http/environment';
import { toMediaIds } from '../http/media-reference';
import { readBody } from '../http/read-body';

/**
 * Players round position and duration separately, so a position up to this many seconds past the end is
 * stored as the end. A larger one is a mistake, such as milliseconds, and is refused. Ours.
 */
const END_TOLERANCE_SECONDS = 5;

/** `POST /scrobble`. Media that the catalogue does not know is stored with its ids. */
export function scrobbleRoute(service: Service) {
  return new Hono<Env>().post('/scrobble', async (c) => {
    const userId = await authenticated(c, service, 'scrobble');
    const input = await readBody(c, scrobbleInputSchema);
    const { progress, duration } = input;
    if (progress > duration + END_TOLERANCE_SECONDS)
      throw invalid('`progress` must not be past `duration` (both in seconds)');
    const position = { progress: Math.min(progress, duration), duration };
    await service.store.playback.update(userId, toMediaIds(input), position);
    return c.json({ success: true });
  });
}
