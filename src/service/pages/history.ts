import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { nameMedia } from '../library/name-media';
import type { SessionRow } from '../store/sessions';
import { layout, show, type Html } from './layout';
import { sessionList } from './session-list';
import { requireUser } from './signed-in';

const PAGE_SIZE = 50;

/** Most entries of "Continue watching", and most of the latest sessions that are searched for them. */
const UNFINISHED_LIMIT = 10;
const UNFINISHED_SEARCH_LIMIT = 100;

/** `/history`: what the person has watched, and on the first page what they have not finished. */
export function historyPages(service: Service) {
  return new Hono<Env>()
    .get('/', (c) => c.redirect('/history', 303))
    .use('/history', requireUser(service))
    .get('/history', (c) => showHistory(c, service));
}

async function showHistory(c: Context<Env>, service: Service): Promise<Response> {
  const user = c.get('user');
  const page = pageNumber(c.req.query('page'));
  const { sessions } = service.store;
  const watched = await nameMedia(service, sessions.watched(user.id, PAGE_SIZE, (page - 1) * PAGE_SIZE));
  const unfinished = page === 1 ? await findUnfinished(service, user.id) : [];
  const total = sessions.countWatched(user.id);
  const main = html`${unfinishedSection(unfinished)} ${watchedSection(watched, total)}
  ${pageLinks(page, total)}`;
  return show(c, layout('History', user, main));
}

async function findUnfinished(service: Service, userId: number): Promise<SessionRow[]> {
  const latest = await nameMedia(service, service.store.sessions.latest(userId, UNFINISHED_SEARCH_LIMIT, 0));
  return latest.filter((row) => row.watchedAt === null).slice(0, UNFINISHED_LIMIT);
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

function pageLinks(page: number, total: number): Html {
  return html`<p class="actions">
    ${page > 1 ? html`<a href="/history?page=${page - 1}">Newer</a>` : ''}
    ${total > page * PAGE_SIZE ? html`<a href="/history?page=${page + 1}">Older</a>` : ''}
  </p>`;
}

/** 1 for everything that is not a page number. */
function pageNumber(text = '1'): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
