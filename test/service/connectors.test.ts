import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cookieOf, startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const definition = {
  version: 1,
  id: 'example',
  name: 'Example',
  hosts: ['www.example.test'],
  pages: [{ kind: 'watch', match: { path: '^/watch/' }, item: { title: [{ title: true }] } }],
  verified: { date: null, how: 'never' },
};
const submission = { name: 'Example', domains: ['www.example.test'], definition };
const submit = (body: unknown = submission, key = service.sk) =>
  service.call('POST', '/connectors/submit', { body, key });
const list = async (query = '') =>
  (await service.call('GET', `/matinee/connectors${query}`)).body.data?.['items'] as Record<
    string,
    unknown
  >[];

const review = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const [connector] = await list();
  return service.post(`/connectors/${String(connector?.['id'])}/review`, fields, headers);
};

describe('POST /connectors/submit', () => {
  test('definitions that are refused are counted too', async () => {
    const refused = { ...submission, definition: { ...definition, id: 'Not an id' } };
    for (let count = 0; count < 30; count += 1) expect((await submit(refused)).status).toBe(400);
    expect((await submit(refused)).status).toBe(429);
    expect((await submit()).status).toBe(429);
  });

  test('definitions that are taken do not count as refused', async () => {
    const refused = { ...submission, definition: { ...definition, id: 'Not an id' } };
    expect((await submit()).status).toBe(201);
    for (let count = 0; count < 30; count += 1) expect((await submit(refused)).status).toBe(400);
  });

  test('stores a connector for review and returns its record', async () => {
    const answer = await submit();
    expect(answer.body).toMatchObject({
      success: true,
      data: { name: 'Example', domains: ['www.example.test'], status: 'pending' },
    });
    expect(answer.status).toBe(201);
    expect(await list()).toMatchObject([{ id: answer.body.data?.['id'], status: 'pending' }]);
  });

  test.each([
    ['no name', { ...submission, name: undefined }, 'name'],
    ['an empty name', { ...submission, name: '  ' }, 'name'],
    ['a name that is no text', { ...submission, name: 7 }, 'name'],
    ['a name of 101 characters', { ...submission, name: 'x'.repeat(101) }, 'name'],
    ['no domains', { ...submission, domains: undefined }, 'domains'],
    ['an empty list of domains', { ...submission, domains: [] }, 'domains'],
    ['domains that are no list', { ...submission, domains: 'www.example.test' }, 'domains'],
    ['a domain that is no text', { ...submission, domains: ['a.test', 7] }, 'domains.1'],
    ['a domain that is an address', { ...submission, domains: ['https://www.example.test/'] }, 'domains.0'],
    ['a domain that is everything', { ...submission, domains: ['*'] }, 'domains.0'],
    ['a domain that is a whole top level', { ...submission, domains: ['*.com'] }, 'domains.0'],
    [
      '51 domains',
      { ...submission, domains: Array.from({ length: 51 }, (_, index) => `a${String(index)}.test`) },
      'domains',
    ],
    ['no definition', { ...submission, definition: undefined }, 'definition'],
    ['a definition that is text', { ...submission, definition: JSON.stringify(definition) }, 'definition'],
    ['a definition that is a list', { ...submission, definition: [definition] }, 'definition'],
    [
      'a definition of another version',
      { ...submission, definition: { ...definition, version: 2 } },
      'definition.version',
    ],
    [
      'a definition without pages',
      { ...submission, definition: { ...definition, pages: [] } },
      'definition.pages',
    ],
    [
      'a definition with an unknown field',
      { ...submission, definition: { ...definition, script: 'alert(1)' } },
      'definition.script',
    ],
    ['a field too many', { ...submission, author: 'x' }, 'author'],
  ])('refuses %s, naming the field; nothing is stored', async (_, body, field) => {
    const answer = await submit(body);
    expect(answer.body.error).toBe('VALIDATION_ERROR');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(`\`${field}\``);
    expect(await list()).toEqual([]);
  });

  test('the sixth within any 60 minutes gets 429 with Retry-After', async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await submit()).status).toBe(201);
      service.wait(60);
    }
    const sixth = await submit();
    expect(sixth.status).toBe(429);
    expect(sixth.body.error).toBe('RATE_LIMITED');
    expect(sixth.headers.get('retry-after')).toBe(String(3600 - 5 * 60));
    expect(await list()).toHaveLength(5);
    service.wait(3600 - 5 * 60);
    expect((await submit()).status).toBe(201);
    expect((await submit()).headers.get('retry-after')).toBe('60');
  });

  test('refused submissions do not count, and the limit is per person, not per key', async () => {
    for (let count = 0; count < 8; count += 1) await submit({ ...submission, name: '' });
    const second = await service.store.keys.create(service.owner.id, 'sk', 'second');
    for (let count = 0; count < 5; count += 1)
      expect((await submit(submission, count % 2 === 0 ? second : service.sk)).status).toBe(201);
    expect((await submit(submission, second)).status).toBe(429);
  });
});

describe('the review page', () => {
  const signIn = async () => ({
    cookie: cookieOf(await service.post('/welcome', { name: 'ada', password: 'correct horse' })),
  });
  const page = async (headers: Record<string, string>) =>
    (await service.app.request('/connectors', { headers })).text();

  test('requires a sign-in', async () => {
    await submit();
    expect((await service.app.request('/connectors')).status).toBe(303);
    expect((await review({ decision: 'accept' })).status).toBe(303);
    expect(await list('?status=pending')).toHaveLength(1);
  });

  test('Accept lists the connector as accepted, with note and definition', async () => {
    await submit();
    const signedIn = await signIn();
    expect(await page(signedIn)).toContain('Waiting for review (1)');
    const answer = await review({ decision: 'accept', note: 'Thank you' }, signedIn);
    expect(answer.headers.get('location')).toBe('/connectors');
    expect(await page(signedIn)).toContain('Accepted (1)');
    expect(await list('?status=accepted')).toMatchObject([
      { status: 'accepted', note: 'Thank you', reviewedAt: '2026-01-15T20:00:00.000Z' },
    ]);
    const [accepted] = await list('?status=accepted');
    const path = `/matinee/connectors/${String(accepted?.['id'])}`;
    expect((await service.call('GET', path, { key: service.pk })).body.data).toMatchObject({ definition });
  });

  test('Refuse stores the note; a reviewed connector cannot be reviewed again', async () => {
    await submit();
    const signedIn = await signIn();
    await review({ decision: 'refuse', note: 'Too broad' }, signedIn);
    expect(await list()).toMatchObject([{ status: 'refused', note: 'Too broad' }]);
    expect((await review({ decision: 'accept' }, signedIn)).status).toBe(404);
    expect(await list('?status=accepted')).toEqual([]);
  });

  test('refuses a form without a decision and a form of another site', async () => {
    await submit();
    const signedIn = await signIn();
    expect((await review({ decision: 'maybe' }, signedIn)).status).toBe(400);
    expect(
      (await review({ decision: 'accept' }, { ...signedIn, origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect(await list('?status=pending')).toHaveLength(1);
  });

  test('shows a hostile submission as text', async () => {
    await submit({
      ...submission,
      name: '<script>alert(1)</script>',
      definition: { ...definition, name: '</pre><script>alert(2)</script>' },
    });
    const html = await page(await signIn());
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).toContain('&lt;/pre&gt;');
  });

  test('an unknown status is refused by name', async () => {
    const answer = await service.call('GET', '/matinee/connectors?status=lost');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('`status`');
  });
});
