import { Hono, type Context } from 'hono';
import { viewingChangeSchema, viewingInputSchema } from '../../protocol/tracker/corrections';
import { invalid, notFound } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { toMediaIds } from '../http/media-reference';
import { readBody } from '../http/read-body';
import { nameMedia } from '../library/name-media';
import { toHistoryEntry } from '../library/session-records';
import type { SessionRow } from '../store/sessions';

/** How far a time may lie ahead: clocks differ. 1 day. */
const AHEAD_MS = 24 * 3600_000;

/**
 * Ours: `DELETE`, `PATCH` and `PUT /history/{id}`, with which a person removes a viewing, changes its time,
 * and brings it back. Each may be repeated: a `DELETE` whose response was lost is answered with 404.
 */
export function viewingRoutes(service: Service) {
  const { viewings } = service.store;
  return new Hono<Env>()
    .delete('/history/:id', authenticate(service, 'write'), (c) => {
      if (!viewings.remove(c.get('userId'), c.req.param('id'))) throw unknownViewing();
      return c.body(null, 204);
    })
    .patch('/history/:id', authenticate(service, 'write'), async (c) => {
      const { watchedAt } = await readBody(c, viewingChangeSchema);
      const time = toTime(watchedAt, service.now());
      return answerViewing(c, service, viewings.setTime(c.get('userId'), c.req.param('id'), time));
    })
    .put('/history/:id', authenticate(service, 'write'), async (c) => {
      const input = await readBody(c, viewingInputSchema);
      const { duration, progress = duration } = input;
      if (progress > duration) throw invalid('`progress` must not be past `duration` (both in seconds)');
      const watchedAt = toTime(input.watchedAt, service.now());
      const viewing = { ids: toMediaIds(input), position: { progress, duration }, watchedAt };
      return answerViewing(c, service, viewings.put(c.get('userId'), c.req.param('id'), viewing));
    });
}

async function answerViewing(c: Context<Env>, service: Service, row: SessionRow | undefined) {
  if (row === undefined) throw unknownViewing();
  const [named = row] = await nameMedia(service, [row]);
  return c.json({ success: true, data: toHistoryEntry(named, originOf(c, service)) });
}

function unknownViewing() {
  return notFound('No viewing has this id');
}

/** Milliseconds since 1970. */
function toTime(text: string, now: number): number {
  const time = Date.parse(text);
  if (time < 0) throw invalid('`watchedAt` must not be before 1970');
  if (time > now + AHEAD_MS) throw invalid('`watchedAt` must not be in the future');
  return time;
}
