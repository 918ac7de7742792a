import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { mediaPath } from '../library/media-paths';
import { nameMedia } from '../library/name-media';
import { removalLimit } from '../store/removed-viewings';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import { addViewingPages } from './add-viewing';
import { layout, notice, show, showSentence, type Html } from './layout';
import { subtitleText, titleText } from '../library/media-text';
import { backPath, doneNotice, withDone } from './notices';
import { poster } from './poster-image';
import { readFormTime, timeField } from './time-field';
import { wordsOf } from './words-of';
import { moveToTitle, wrongTitleSection } from './wrong-title';

/**
 * `/history/remove` (fields `id`, one or several, and `back`, the page to return to), `/history/entry/{id}`
 * (`at`, the new time in the person's zone), `/history/entry/{id}/title` (another title), `/history/add`.
 * Behind `requireUser`.
 */
export function historyChangePages(service: Service) {
  return new Hono<Env>()
    .post('/history/remove', (c) => remove(c, service))
    .get('/history/entry/:id{[\\w-]+}', (c) => showEntry(c, service))
    .post('/history/entry/:id{[\\w-]+}', (c) => changeTime(c, service))
    .post('/history/entry/:id{[\\w-]+}/title', async (c) => {
      const row = await findEntry(c, service);
      return row === undefined ? noViewing(c) : moveToTitle(c, service, row);
    })
    .route('/', addViewingPages(service));
}

async function remove(c: Context<Env>, service: Service): Promise<Response> {
  const form = await c.req.parseBody({ all: true });
  const ids = [form['id']].flat().filter((id) => typeof id === 'string');
  const back = backPath(form);
  if (ids.length === 0) return c.redirect(withDone(back, { done: 'nothing_selected' }), 303);
  const { removal, count } = await service.store.removedViewings.remove(
    c.get('user').id,
    ids.slice(0, removalLimit),
  );
  return c.redirect(withDone(back, { done: 'removed_count', count, undo: `removal~${removal}` }), 303);
}

async function findEntry(c: Context<Env>, service: Service): Promise<SessionRow | undefined> {
  const row = await service.store.sessions.viewing(c.get('user').id, c.req.param('id') ?? '');
  return row && (await nameMedia(service, [row]))[0];
}

function noViewing(c: Context<Env>): Response | Promise<Response> {
  return showSentence(c, 'not_found', 'no_viewing', 404);
}

async function showEntry(c: Context<Env>, service: Service, problem?: string): Promise<Response> {
  const row = await findEntry(c, service);
  if (row === undefined) return noViewing(c);
  const words = wordsOf(c);
  const main = html`${notice('bad', problem)} ${doneNotice(c)} ${entryForms(words, row)}
  ${await wrongTitleSection(c, service, row)}`;
  return show(c, layout(c, titleText(words, row), main), problem === undefined ? 200 : 400);
}

function entryForms(words: Words, row: SessionRow): Html {
  const subtitle = subtitleText(words, row);
  return html`<div class="work">
      ${poster(row, 120)}
      <div>
        ${subtitle === undefined ? '' : html`<p dir="auto">${subtitle}</p>`}
        <p><a class="lone" href="${mediaPath(row)}">${words.text('all_viewings')}</a></p>
        <form method="post" action="/history/remove">
          <input type="hidden" name="id" value="${row.id}" />
          <button class="quiet">${words.text('remove_viewing')}</button>
        </form>
      </div>
    </div>
    <form class="panel" method="post" action="/history/entry/${row.id}">
      ${timeField(words, row.watchedAt ?? row.updatedAt)}
      <button>${words.text('save')}</button>
    </form>`;
}

async function changeTime(c: Context<Env>, service: Service): Promise<Response> {
  const words = wordsOf(c);
  const at = readFormTime(service, words.zone, await c.req.parseBody());
  if (at === undefined) return showEntry(c, service, words.text('wrong_time'));
  const row = await findEntry(c, service);
  if (row === undefined) return noViewing(c);
  await service.store.viewings.setTime(c.get('user').id, row.id, at);
  const undo = `time~${row.id}~${String(row.watchedAt ?? row.updatedAt)}`;
  return c.redirect(withDone('/history', { done: 'time_changed', undo }), 303);
}
