import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import type { ListRow } from '../store/lists';
import type { Shelf } from '../store/shelves';
import type { TextKey, Words } from '../texts/words';
import { field, SHELVED, doneNotice, withDone } from './forms';
import { layout, notice, show, type Html, wordsOf } from './layout';
import { inputOf, listPage } from './list';
import { entriesOf, moreLink, offsetIn, PAGE_SIZE, posterWall } from './poster-wall';
import { requireUser } from './signed-in';

/** Maximum number of posters of a shelf on the first page. */
const FIRST = 12;

/** Maximum number of lists on the first page. */
const LISTS = 200;

/**
 * `/lists` shows the person's watchlist, favourites and lists. Its form creates a list; its fields are
 * `name`, `description` and `work`, the first entry. `/lists/watchlist`, `/lists/favorites` and each list
 * have a page of their own.
 */
export function listPages(service: Service) {
  return new Hono<Env>()
    .use('/lists', requireUser(service))
    .use('/lists/*', requireUser(service))
    .get('/lists', (c) => showLists(c, service))
    .post('/lists', (c) => create(c, service))
    .get('/lists/watchlist', (c) => showShelf(c, service, 'watchlist'))
    .get('/lists/favorites', (c) => showShelf(c, service, 'favorites'))
    .route('/', listPage(service));
}

async function showLists(c: Context<Env>, service: Service, problem?: TextKey): Promise<Response> {
  const words = wordsOf(c);
  const { lists } = service.store;
  const own = await lists.list(c.get('user').id, { limit: LISTS, offset: 0 });
  const work = c.req.query('work') ?? '';
  const main = html`${notice('bad', problem && words.text(problem))} ${doneNotice(c)}
    ${await shelfSection(c, service, 'watchlist')} ${await shelfSection(c, service, 'favorites')}
    <section aria-labelledby="own-lists">
      <h2 id="own-lists">${words.text('own_lists')}</h2>
      ${
        own.length === 0
          ? html`<p class="soft">${words.text('nothing_here')}</p>`
          : html`<ul class="rows">
              ${own.map((list) => listRow(words, list))}
            </ul>`
      }
    </section>
    ${newListForm(words, SHELVED.test(work) ? work : '')}`;
  return show(c, layout(c, words.text('part_lists'), main), problem === undefined ? 200 : 400);
}

function newListForm(words: Words, work: string): Html {
  return html`<section class="panel" id="new-list" aria-labelledby="new-list-title">
    <h2 id="new-list-title">${words.text('new_list')}</h2>
    <form method="post" action="/lists">
      <input type="hidden" name="work" value="${work}" />
      <label>${words.text('name')} <input name="name" required maxlength="200" dir="auto" /></label>
      <button>${words.text('create_list')}</button>
    </form>
  </section>`;
}

function listRow(words: Words, list: ListRow): Html {
  return html`<li class="row">
    <a href="/lists/${list.id}" dir="auto">${list.name}</a>
    <span class="soft">${words.plural('titles_count', list.items)}</span>
    ${list.description === null ? '' : html`<span class="soft whole" dir="auto">${list.description}</span>`}
  </li>`;
}

type Shown = Exclude<Shelf, 'collection'>;

function counted(words: Words, shelf: Shown, count: number): string {
  return `${words.text(shelf)} (${words.format.number(count)})`;
}

async function shelfSection(c: Context<Env>, service: Service, shelf: Shown): Promise<Html> {
  const words = wordsOf(c);
  const userId = c.get('user').id;
  const part = { type: 'all', sort: 'addedAt:desc', limit: FIRST, offset: 0 } as const;
  const rows = await service.store.shelves.list(userId, shelf, part);
  const count = await service.store.shelves.count(userId, shelf, part);
  const name = counted(words, shelf, count);
  const more = count === 0 ? '' : html`<a class="lone" href="/lists/${shelf}">${words.text('show_all')}</a>`;
  return html`<section aria-labelledby="${shelf}">
    <div class="toolbar">
      <h2 id="${shelf}">${name}</h2>
      ${more}
    </div>
    ${
      rows.length === 0
        ? html`<p class="soft">${words.text('shelf_empty')}</p>`
        : posterWall(c, await entriesOf(c, service, rows), { kind: 'strip', label: name })
    }
  </section>`;
}

async function showShelf(c: Context<Env>, service: Service, shelf: Shown): Promise<Response> {
  const words = wordsOf(c);
  const { shelves } = service.store;
  const userId = c.get('user').id;
  const only = c.req.query('only');
  const type = only === 'movie' || only === 'tv' ? only : 'all';
  const offset = offsetIn(c);
  const part = { type, sort: 'addedAt:desc', limit: PAGE_SIZE, offset } as const;
  const rows = await shelves.list(userId, shelf, part);
  const count = await shelves.count(userId, shelf, part);
  const remove = (media: string) => `${shelf} ${media} 0`;
  const label = words.text(shelf);
  const main = html`${doneNotice(c)} ${typeLinks(words, `/lists/${shelf}`, type)}
  ${
    rows.length === 0
      ? html`<p class="soft">${words.text('shelf_empty')}</p>`
      : posterWall(c, await entriesOf(c, service, rows), { kind: 'wall', label, remove })
  }
  ${moreLink(c, count, offset)}`;
  return show(c, layout(c, counted(words, shelf, count), main));
}

function typeLinks(words: Words, path: string, here: 'all' | 'movie' | 'tv'): Html {
  const link = (type: typeof here, key: TextKey) =>
    html`<a
      href="${type === 'all' ? path : `${path}?only=${type}`}"
      ${type === here ? html`aria-current="true"` : ''}
      >${words.text(key)}</a
    >`;
  return html`<div class="toolbar">
    <nav class="views" aria-label="${words.text('views')}">
      ${link('all', 'films_and_series')} ${link('movie', 'films')} ${link('tv', 'series_many')}
    </nav>
  </div>`;
}

async function create(c: Context<Env>, service: Service): Promise<Response> {
  const { lists } = service.store;
  const userId = c.get('user').id;
  const form = await c.req.parseBody();
  const input = inputOf(form);
  if (!input.success) return showLists(c, service, 'name_the_list');
  const list = await lists.create(userId, input.data);
  if (list === undefined) return showLists(c, service, 'list_full');
  const work = field(form, 'work');
  if (SHELVED.test(work)) await lists.put(userId, list.id, { media: work });
  return c.redirect(withDone(`/lists/${list.id}`, { done: 'saved' }), 303);
}
