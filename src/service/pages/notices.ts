import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Env } from '../http/environment';
import type { TextKey } from '../texts/words';
import { field } from './form-fields';
import { notice, type Html, wordsOf } from './layout';

/** The result of a form, for the page that it leads back to. */
export type Done = Readonly<{
  done: DoneKey;
  /** How many, where the text counts. */
  count?: number | undefined;
  /** What `POST /title/undo` takes. */
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

/** Pages with titles. A forged form cannot lead anywhere else. */
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

/** `back` with the result of the form. `anchor`: an element of the page. */
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
