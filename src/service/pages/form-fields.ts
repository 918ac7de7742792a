import { idsOfMediaKey, type MediaIds } from '../../core/library/media-key';
import { html } from 'hono/html';
import { readLocalTime, toLocalTime } from '../../core/library/zoned-time';
import type { Service } from '../http/environment';
import type { Words } from '../texts/words';
import type { Html } from './layout';

/** The text of a form field. Empty when the field is missing, repeated or a file. */
export function field(form: Record<string, unknown>, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

/** The key of a film, a series or an episode, as a form of a page states it. */
export const WORK = /^(?:(?:movie|show):\d{1,15}|episode:\d{1,15}(?::\d{1,5}:\d{1,5})?)$/;

/** What a shelf can contain: a film or a series. */
export const SHELVED = /^(?:movie|show):\d{1,15}$/;

/** `undefined`: it is no film and no episode. */
export function idsOfWork(work: string): MediaIds | undefined {
  return WORK.test(work) && !work.startsWith('show:') ? idsOfMediaKey(work) : undefined;
}

/** How far a time may be in the future, because clocks differ: 1 day. */
const AHEAD_MS = 24 * 3600_000;

/**
 * The field `at` of a form: a local time of the zone, in ms since 1970. `undefined` if it is no time, before
 * 1970, or in the future.
 */
export function readFormTime(
  { now }: Pick<Service, 'now'>,
  zone: string,
  form: Record<string, unknown>,
): number | undefined {
  const at = readLocalTime(zone, field(form, 'at'));
  return at !== undefined && at >= 0 && at <= now() + AHEAD_MS ? at : undefined;
}

/** The field in which a person states when they watched something. `at`: ms since 1970. */
export function timeField(words: Words, at: number): Html {
  return html`<label
    >${words.text('watched_at')} <span class="soft">(<bdi>${words.zone}</bdi>)</span>
    <input type="datetime-local" name="at" value="${toLocalTime(words.zone, at)}" required
  /></label>`;
}
