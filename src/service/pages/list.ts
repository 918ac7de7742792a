import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { listInputSchema, visibilitySchema, type Visibility } from '../../protocol/tracker/lists';
import type { Env, Service } from '../http/environment';
import { isVisible } from '../library/channel-lists';
import type { ListRow } from '../store/lists';
import type { TextKey, Words } from '../texts/words';
import { field, backPath, doneNotice, withDone } from './forms';
import { layout, notice, show, showSentence, type Html, wordsOf } from './layout';
import { entriesOf, moreLink, offsetIn, PAGE_SIZE, posterWall, type KeptEntry } from './poster-wall';

const PATH = '/lists/:id{[\\w-]{1,64}}';

/**
 * Pages of a list. The routes must be behind `requireUser`.
 * - `/lists/{id}` shows the person's own list or another person's visible one. With `order=1`, the owner
 *   changes the order and the notes. The form changes `name`, `description` and `visibility`.
 * - `/lists/{id}/note` changes the note of an entry: `work`, `note`.
 * - `/lists/{id}/delete` deletes the list.
 */
export function listPage(service: Service) {
  return new Hono<Env>()
    .get(PATH, (c) => showList(c, service))
    .post(PATH, (c) => edit(c, service))
    .post(`${PATH}/note`, (c) => note(c, service))
    .post(`${PATH}/delete`, async (c) => {
      const id = c.req.param('id');
      const removal = await service.store.removedEntries.list(c.get('user').id, id);
      if (removal === undefined) return unknownList(c);
      return c.redirect(withDone('/lists', { done: 'list_deleted', undo: `entry~${removal}` }), 303);
    });
}

async function showList(c: Context<Env>, service: Service, problem?: TextKey): Promise<Response> {
  const words = wordsOf(c);
  const userId = c.get('user').id;
  const list = await service.store.lists.find(c.req.param('id') ?? '');
  if (list === undefined || !isVisible(list, userId)) return unknownList(c);
  const isOwn = list.userId === userId;
  const offset = offsetIn(c);
  const rows = await service.store.lists.items(list, { limit: PAGE_SIZE, offset });
  const entries = await entriesOf(c, service, rows);
  const isEditing = isOwn && c.req.query('order') === '1';
  const main = html`${notice('bad', problem && words.text(problem))} ${doneNotice(c)} ${heading(words, list)}
  ${isOwn && rows.length > 0 ? orderLink(words, list, isEditing) : ''}
  ${entriesView(c, list, entries, { isOwn, isEditing, offset })} ${moreLink(c, list.items, offset)}
  ${isOwn ? editForms(words, list) : ''}`;
  return show(c, layout(c, list.name, main), problem === undefined ? 200 : 400);
}

function heading(words: Words, { description, items, visibility }: ListRow): Html {
  return html`${description === null ? '' : html`<p class="written" dir="auto">${description}</p>`}
    <p class="soft">${words.plural('titles_count', items)} · ${words.text(WHO[visibility])}</p>`;
}

function orderLink(words: Words, { id }: ListRow, isEditing: boolean): Html {
  return html`<p class="actions">
    <a class="button" href="/lists/${id}${isEditing ? '' : '?order=1'}"
      >${words.text(isEditing ? 'finish_order' : 'change_order')}</a
    >
  </p>`;
}

type EntriesView = Readonly<{
  isOwn: boolean;
  isEditing: boolean;
  offset: number;
}>;

function entriesView(
  c: Context<Env>,
  list: ListRow,
  entries: KeptEntry[],
  { isOwn, isEditing, offset }: EntriesView,
): Html {
  const words = wordsOf(c);
  if (entries.length === 0) return html`<p class="soft">${words.text('shelf_empty')}</p>`;
  const remove = isOwn ? (media: string) => `list ${list.id} ${media} 0` : undefined;
  const places = isEditing ? { list: list.id, first: offset, count: list.items } : undefined;
  return posterWall(c, entries, {
    kind: places === undefined ? 'wall' : 'rows',
    label: list.name,
    remove,
    places,
  });
}

const WHO = {
  PRIVATE: 'list_private',
  SHARED: 'list_shared',
  PUBLIC: 'list_public',
} as const satisfies Record<Visibility, TextKey>;

function editForms(words: Words, { id, name, description, visibility }: ListRow): Html {
  const option = (value: Visibility) =>
    html`<option value="${value}" ${value === visibility ? html`selected` : ''}>
      ${words.text(WHO[value])}
    </option>`;
  return html`<details class="panel">
    <summary>${words.text('edit_list')}</summary>
    <form method="post" action="/lists/${id}">
      <label
        >${words.text('name')} <input name="name" required maxlength="200" value="${name}" dir="auto"
      /></label>
      <label
        >${words.text('description')}
        <textarea name="description" rows="3" maxlength="2000" dir="auto">${description ?? ''}</textarea>
      </label>
      <label
        >${words.text('list_seen_by')}
        <select name="visibility">
          ${visibilitySchema.options.map(option)}
        </select></label
      >
      <button>${words.text('save')}</button>
    </form>
    <form class="actions" method="post" action="/lists/${id}/delete">
      <button class="quiet small">${words.text('delete_list')}</button>
    </form>
  </details>`;
}

function unknownList(c: Context<Env>): Response | Promise<Response> {
  return showSentence(c, 'not_found', 'no_list', 404);
}

/** Reads name, description and visibility of a list from a form. */
export function inputOf(form: Record<string, unknown>) {
  const [name, description] = [field(form, 'name'), field(form, 'description').trim()];
  const visibility = field(form, 'visibility') || undefined;
  return listInputSchema.safeParse({ name, description, visibility });
}

async function edit(c: Context<Env>, service: Service): Promise<Response> {
  const id = c.req.param('id') ?? '';
  const input = inputOf(await c.req.parseBody());
  if (!input.success) return showList(c, service, 'name_the_list');
  if (!(await service.store.lists.edit(c.get('user').id, id, input.data))) return unknownList(c);
  return c.redirect(withDone(`/lists/${id}`, { done: 'saved' }), 303);
}

/** Maximum length of a note in characters, as in API v1. */
const NOTE = 2000;

async function note(c: Context<Env>, service: Service): Promise<Response> {
  const { lists } = service.store;
  const [userId, id] = [c.get('user').id, c.req.param('id') ?? ''];
  const form = await c.req.parseBody();
  const [work, notes] = [field(form, 'work'), field(form, 'note').trim().slice(0, NOTE)];
  if ((await lists.change(userId, id, work, { notes })) === undefined) return unknownList(c);
  return c.redirect(withDone(backPath(form, `/lists/${id}`), { done: 'saved' }), 303);
}
