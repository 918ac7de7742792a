import { Hono } from 'hono';
import { newList, type LiveAccount, type LiveList } from './live-account';
import { brief, keyOf, listed, type createLiveMedia } from './live-media';
import { bodyOf, fail, ok, page, type Fields } from './respond';

/** The lists of the person and their items. */
export function listRoutes(media: ReturnType<typeof createLiveMedia>, account: LiveAccount) {
  const api = new Hono();

  api.get('/lists', (c) =>
    page(
      c,
      [...account.lists].map(([id, list]) => describe(id, list)),
    ),
  );
  api.post('/lists', async (c) => {
    const body = await bodyOf(c);
    if (typeof body['name'] !== 'string' || body['name'] === '')
      return fail(c, 422, 'VALIDATION_ERROR', "The field 'name' is required.");
    const id = `list-${String(account.lists.size + 1)}`;
    const list = newList(body);
    account.lists.set(id, list);
    // At the root, as documented.
    return c.json(describe(id, list), 201);
  });

  api.get('/lists/:id/items', (c) => {
    const list = account.lists.get(c.req.param('id'));
    if (list === undefined) return fail(c, 404, 'NOT_FOUND', 'List not found');
    return page(
      c,
      [...list.items.values()].map((one) => listed(one)),
    );
  });
  api.post('/lists/:id/items', async (c) => {
    const list = account.lists.get(c.req.param('id'));
    if (list === undefined) return fail(c, 404, 'NOT_FOUND', 'List not found');
    const found = media.named(await bodyOf(c));
    if (found === undefined || (found.type === 'episode') !== (list.kind === 'episode'))
      return fail(c, 400, 'VALIDATION_ERROR', 'The list takes no such item');
    list.items.set(keyOf(found), found);
    return ok(c, brief(found));
  });
  api.delete('/lists/:id/items', (c) => {
    const found = media.named(c.req.query());
    const list = account.lists.get(c.req.param('id'));
    if (found === undefined || list?.items.delete(keyOf(found)) !== true)
      return fail(c, 404, 'NOT_FOUND', 'Not found');
    return c.json({ success: true });
  });
  return api;
}

const AT = '2026-01-01T00:00:00.000Z';

function describe(id: string, { name, description, visibility, items }: LiveList): Fields {
  return { id, name, description, visibility, itemCount: items.size, createdAt: AT, updatedAt: AT };
}
