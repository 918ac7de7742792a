import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { nameMedia } from '../library/name-media';
import { readPlace, toPlace } from '../http/page-query';
import type { PageKey, SessionRow } from '../store/sessions';
import { layout, show, type Html } from './layout';
import { sessionList } from './session-list';
import { requireUser } from './signed-in';

const PAGE_SIZE = 50;

/** Most entries of "Continue watching". */
const UNFINISHED_LIMIT = 10;

/** `/history`: what the person has watched, and on the first page what they have not finished. */
export function historyPages(service: Service) {
  return new Hono<Env>()
    .get('/', (c) => c.redirect('/history', 303))
    .use('/history', requireUser(service))
    .get('/history', (c) => showHistory(c, service));
}

async function showHistory(c: Context<Env>, service: Service): Promise<Response> {
  const user = c.get('user');
  const { sessions } = service.store;
  const after = placeOf(c.req.query('after'));
  const watched = await nameMedia(service, await sessions.watched(user.id, { limit: PAGE_SIZE, after }));
  const unfinished = after === undefined ? await sessions.unfinished(user.id, UNFINISHED_LIMIT) : [];
  const total = await sessions.countWatched(user.id);
  const main = html`${unfinishedSection(await nameMedia(service, unfinished))}
  ${watchedSection(watched, total)} ${pageLinks(after, watched)}`;
  return show(c, layout('History', user, main));
}

function unfinishedSection(sessions: readonly SessionRow[]): Html | '' {
  if (sessions.length === 0) return '';
  return html`<section aria-labelledby="unfinished">
    <h2 id="unfinished">Continue watching</h2>
    ${sessionList(sessions)}
  </section>`;
}

function watchedSection(sessions: readonly SessionRow[], total: number): Html {
  const empty = html`<p class="soft">Nothing recorded yet. Titles appear here once you have watched 90%.</p>`;
  return html`<section aria-labelledby="watched">
    <h2 id="watched">Watched (${total})</h2>
    ${sessions.length === 0 ? empty : sessionList(sessions)}
  </section>`;
}

function pageLinks(after: PageKey | undefined, watched: readonly SessionRow[]): Html {
  const last = watched.length < PAGE_SIZE ? undefined : watched.at(-1);
  const older = last && toPlace({ time: last.watchedAt ?? 0, key: last.id });
  return html`<p class="actions">
    ${after === undefined ? '' : html`<a href="/history">Newest</a>`}
    ${older === undefined ? '' : html`<a href="/history?after=${older}">Older</a>`}
  </p>`;
}

/** The first page for everything that is not a place. */
function placeOf(text: string | undefined): PageKey | undefined {
  try {
    return text === undefined ? undefined : readPlace(text);
  } catch {
    return undefined;
  }
}
