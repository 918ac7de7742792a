import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const PATH = '/matinee/settings-copy';
const keep = (content: unknown, key?: string) =>
  service.call('POST', PATH, { body: { content }, ...(key !== undefined && { key }) });
const none = { content: null, storedAt: null };

test('a copy is kept, replaced, read by an extension, and removed', async () => {
  expect((await service.call('GET', PATH)).body.data).toEqual(none);
  expect((await keep('1.c2FsdA==.aXY=.b25l')).body.data).toMatchObject({ content: '1.c2FsdA==.aXY=.b25l' });
  await keep('1.c2FsdA==.aXY=.dHdv');
  const extension = await service.store.keys.create(service.owner.id, 'sk', 'Firefox', {
    scope: 'extension',
  });
  const { data } = (await service.call('GET', PATH, { key: extension })).body;
  expect(data).toMatchObject({ content: '1.c2FsdA==.aXY=.dHdv' });
  expect(Date.parse((data as { storedAt: string }).storedAt)).toBeGreaterThan(0);
  expect((await keep(null, extension)).body.data).toEqual(none);
});

test('it is of one person alone', async () => {
  await keep('1.a.b.c');
  const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
  const key = await service.store.keys.create(ben?.id ?? '', 'sk', 'Chrome');
  expect((await service.call('GET', PATH, { key })).body.data).toEqual(none);
  await keep(null, key);
  expect((await service.call('GET', PATH)).body.data).toMatchObject({ content: '1.a.b.c' });
});

test.each([
  ['what is no base64', '<script>'],
  ['more than there is room for', 'a'.repeat(240_001)],
  ['nothing', undefined],
])('%s is refused', async (_, content) => {
  expect((await keep(content)).status).toBe(400);
  expect((await service.call('GET', PATH)).body.data).toEqual(none);
});
