import { idsOfMediaKey, type MediaIds } from '../../core/library/media-key';
import { html } from 'hono/html';
import { readLocalTime, toLocalTime } from '../../core/library/zoned-time';
import type { Service, Env } from '../http/environment';
import type { Words, TextKey } from '../texts/words';
import { type Html, notice, wordsOf } from './layout';
import type { Context } from 'hono';

/** The text of a form field. Empty if the field is missing, repeated or a file. */
export function field(form: Record<string, unknown>, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

/** Form of the key of a film, a series or an episode in a form field. */
export const WORK = /^(?:(?:movie|show):\d{1,15}|episode:\d{1,15}(?::\d{1,5}:\d{1,5})?)$/;

/** Form of the key of a work that a shelf can contain: a film or a series. */
export const SHELVED = /^(?:movie|show):\d{1,15}$/;

/** The ids in the key of a film or an episode; `undefined` for anything else. */
export function idsOfWork(work: string): MediaIds | undefined {
  return WORK.test(work) && !work.startsWith('show:') ? idsOfMediaKey(work) : undefined;
}

/** Milliseconds for which a time may be in the future, because clocks differ: 1 day. */
const AHEAD_MS = 24 * 3600_000;

/**
 * Reads the field `at` of a form, a local time in the zone, as milliseconds since 1970. `undefined`: it is no
 * time, before 1970, or more than a day ahead.
 */
export function readFormTime(
  { now }: Pick<Service, 'now'>,
  zone: string,
  form: Record<string, unknown>,
): number | undefined {
  const at = readLocalTime(zone, field(form, 'at'));
  return at !== undefined && at >= 0 && at <= now() + AHEAD_MS ? at : undefined;
}

/** The field for the time at which something was watched. `at`: milliseconds since 1970. */
export function timeField(words: Words, at: number): Html {
  return html`<label
    >${words.text('watched_at')} <span class="soft">(<bdi>${words.zone}</bdi>)</span>
    <input type="datetime-local" name="at" value="${toLocalTime(words.zone, at)}" required
  /></label>`;
}

/** The result of a form, which the page shows after the redirect. */
export type Done = Readonly<{
  done: DoneKey;
  /** The number in the text, if the text has one. */
  count?: number | undefined;
  /** The text that `POST /title/undo` takes to undo it. */
  undo?: string | undefined;
}>;

const GOOD = [
  'viewing_added',
  'saved',
  'time_changed',
  'undone',
  'not_continued',
  'dropped_now',
  'shown_again',
  'never_recorded',
  'list_deleted',
  'added_with',
] as const satisfies TextKey[];

const COUNTED = [
  'removed_count',
  'restored_count',
  'marked_count',
  'moved_count',
  'viewings_added',
  'ratings_added',
] as const satisfies TextKey[];

const BAD = ['nothing_selected', 'wrong_time', 'choose_title', 'list_full'] as const satisfies TextKey[];

type DoneKey = (typeof GOOD)[number] | (typeof COUNTED)[number] | (typeof BAD)[number];

/** Pages to which a form may lead back. So a forged form cannot lead anywhere else. */
const PAGES = [
  'history',
  String.raw`history\/entry\/[\w-]{1,64}`,
  String.raw`media\/(?:movie|episode)\/[\d/]{1,40}`,
  String.raw`series\/\d{1,15}`,
  String.raw`lists(?:\/[\w-]{1,64})?`,
  String.raw`channels\/[\w-]{1,40}`,
  String.raw`check(?:\/[0-9a-v]{1,40})?`,
];

const PAGE = new RegExp(String.raw`^\/(?:${PAGES.join('|')})(?:\?[\w\-.=&%+~*:]*)?$`);

/** The page that a form leads back to, by its field `back`. */
export function backPath(form: Record<string, unknown>, otherwise = '/history'): string {
  const back = field(form, 'back');
  return PAGE.test(back) ? back : otherwise;
}

/** The address of this page, without the result of the last form. */
export function pathHere(c: Context<Env>): string {
  const { pathname, search } = new URL(c.req.url);
  return withDone(pathname + search);
}

/** The path `back` with the result of the form in its query. `anchor`: an element of the page. */
export function withDone(back: string, result?: Done, anchor?: string): string {
  const url = new URL(back, 'http://localhost');
  for (const name of ['done', 'count', 'undo']) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(result ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.pathname + url.search + (anchor === undefined ? '' : `#${anchor}`);
}

/** Shows the result of the last form, with a button to undo it. */
export function doneNotice(c: Context<Env>): Html | '' {
  const { done = '', count = '', undo = '' } = c.req.query();
  const words = wordsOf(c);
  const bad = BAD.find((key) => key === done);
  if (bad !== undefined) return notice('bad', words.text(bad));
  const good = GOOD.find((key) => key === done);
  const counted = COUNTED.find((key) => key === done);
  const number = /^\d{1,6}$/.test(count) ? Number(count) : 0;
  const text = good === undefined ? counted && words.plural(counted, number) : words.text(good);
  if (text === undefined) return '';
  if (!/^[a-z]+~[\w:.~-]{1,1000}$/.test(undo)) return notice('good', text);
  return html`<form class="notice good actions toast" method="post" action="/title/undo">
    <span role="status">${text}</span>
    <input type="hidden" name="undo" value="${undo}" />
    <input type="hidden" name="back" value="${pathHere(c)}" />
    <button class="quiet">${words.text('undo')}</button>
  </form>`;
}
