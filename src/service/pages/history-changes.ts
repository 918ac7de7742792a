import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { mediaPath } from '../library/media-paths';
import { nameMedia } from '../library/name-media';
import { removalLimit } from '../store/removed-viewings';
import type { SessionRow } from '../store/sessions';
import { addViewingPages } from './add-viewing';
import { field } from './form-field';
import { layout, notice, show, showSentence, type Html } from './layout';
import { subtitleText, titleText } from '../library/media-text';

import { poster } from './session-list';
import { readFormTime, timeField } from './time-field';
import { wordsOf } from './words-of';

/**
 * `/history/remove` (fields `id`, one or several, and `back`, the page to return to), `/history/restore`
 * (`removal`, `back`), `/history/entry/{id}` (`at`, the new time in the person's zone), `/history/add`.
 * Behind `requireUser`.
 */
export function historyChangePages(service: Service) {
  return new Hono<Env>()
    .post('/history/remove', (c) => remove(c, service))
    .post('/history/restore', (c) => restore(c, service))
    .get('/history/entry/:id{[\\w-]+}', (c) => showEntry(c, service))
    .post('/history/entry/:id{[\\w-]+}', (c) => changeTime(c, service))
    .route('/', addViewingPages(service));
}

async function remove(c: Context<Env>, service: Service): Promise<Response> {
  const form = await c.req.parseBody({ all: true });
  const ids = [form['id']].flat().filter((id) => typeof id === 'string');
  const back = backPath(form);
  if (ids.length === 0) return c.redirect(withResult(back, { chosen: '0' }), 303);
  const { removal, count } = await service.store.removedViewings.remove(
    c.get('user').id,
    ids.slice(0, removalLimit),
  );
  return c.redirect(withResult(back, { removed: String(count), removal }), 303);
}

async function restore(c: Context<Env>, service: Service): Promise<Response> {
  const form = await c.req.parseBody();
  const count = await service.store.removedViewings.restore(c.get('user').id, field(form, 'removal'));
  return c.redirect(withResult(backPath(form), { restored: String(count) }), 303);
}

/** Only the history itself: a form of somebody else leads nowhere. */
function backPath(form: Record<string, unknown>): string {
  const back = field(form, 'back');
  return /^\/history(?:\?[\w\-.=&%+~*]*)?$/.test(back) ? back : '/history';
}

/** What the last form has done, for the page that it leads to. */
function withResult(back: string, result: Record<string, string>): string {
  const url = new URL(back, 'http://localhost');
  for (const name of RESULTS) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

const RESULTS = ['removed', 'removal', 'restored', 'chosen', 'added', 'changed'];

/** Says what the last form has done; a removal with the button that undoes it. */
export function changeNotice(c: Context<Env>): Html | '' {
  const words = wordsOf(c);
  const count = (name: string) => {
    const text = c.req.query(name) ?? '';
    return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  };
  const removed = count('removed');
  if (removed !== undefined) return removedNotice(c, removed);
  const restored = count('restored');
  if (restored !== undefined) return notice('good', words.plural('restored_count', restored));
  if (count('chosen') === 0) return notice('bad', words.text('nothing_selected'));
  if (count('added') === 1) return notice('good', words.text('viewing_added'));
  return count('changed') === 1 ? notice('good', words.text('time_changed')) : '';
}

function removedNotice(c: Context<Env>, count: number): Html {
  const words = wordsOf(c);
  const { pathname, search } = new URL(c.req.url);
  return html`<form class="notice good actions" method="post" action="/history/restore">
    <span role="status">${words.plural('removed_count', count)}</span>
    <input type="hidden" name="removal" value="${c.req.query('removal') ?? ''}" />
    <input type="hidden" name="back" value="${withResult(pathname + search, {})}" />
    <button class="quiet">${words.text('undo')}</button>
  </form>`;
}

async function findEntry(c: Context<Env>, service: Service): Promise<SessionRow | undefined> {
  const row = await service.store.sessions.viewing(c.get('user').id, c.req.param('id') ?? '');
  return row && (await nameMedia(service, [row]))[0];
}

async function showEntry(c: Context<Env>, service: Service, problem?: string): Promise<Response> {
  const row = await findEntry(c, service);
  if (row === undefined) return showSentence(c, 'not_found', 'no_viewing', 404);
  const words = wordsOf(c);
  const page = layout(c, titleText(words, row), entryForms(c, row, problem));
  return show(c, page, problem === undefined ? 200 : 400);
}

function entryForms(c: Context<Env>, row: SessionRow, problem: string | undefined): Html {
  const words = wordsOf(c);
  return html`${notice('bad', problem)}
    <div class="work">
      ${poster(row, 120)}
      <div>
        <p dir="auto">${subtitleText(words, row) ?? ''}</p>
        <p><a class="lone" href="${mediaPath(row)}">${words.text('all_viewings')}</a></p>
      </div>
    </div>
    <form class="panel" method="post" action="/history/entry/${row.id}">
      ${timeField(words, row.watchedAt ?? row.updatedAt)}
      <button>${words.text('save')}</button>
    </form>
    <form method="post" action="/history/remove">
      <input type="hidden" name="id" value="${row.id}" />
      <button class="quiet">${words.text('remove_viewing')}</button>
    </form>`;
}

async function changeTime(c: Context<Env>, service: Service): Promise<Response> {
  const words = wordsOf(c);
  const at = readFormTime(service, words.zone, await c.req.parseBody());
  if (at === undefined) return showEntry(c, service, words.text('wrong_time'));
  const id = c.req.param('id') ?? '';
  if (!(await service.store.viewings.setTime(c.get('user').id, id, at)))
    return showSentence(c, 'not_found', 'no_viewing', 404);
  return c.redirect('/history?changed=1', 303);
}
