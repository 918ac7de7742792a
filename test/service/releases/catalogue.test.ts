import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConnectorFile } from '../../../src/options/workbench/file/connector-file';
import { gradeOf, packagedDefinition } from '../../../src/service/releases/sign-list';
import { releaseListSchema, signedListSchema } from '../../../src/protocol/tracker/connector-catalogue';
import { isSigned, sha256Of } from '../../../src/protocol/tracker/signatures';
import { cookieOf, startTest, type ServiceUnderTest } from '../service-under-test';
import { caseOf, connectorOf } from './connector-fixture';

let service: ServiceUnderTest;
let owner: { readonly cookie: string };
beforeEach(async () => {
  service = await startTest();
  owner = { cookie: cookieOf(await service.post('/welcome', { name: 'ada', password: 'correct horse' })) };
});
afterEach(() => service.close());

const submission = {
  name: 'Example',
  domains: ['www.example.test'],
  definition: connectorOf(),
  cases: [caseOf('<h1 class="title">Sintel</h1>', 'Sintel')],
};

/** Nobody is signed in for the catalogue. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  service.app.request(`/api/v1${path}`, { headers });

async function catalogue() {
  const { data } = (await (await ask('/connectors/catalogue')).json()) as { data: unknown };
  const signed = signedListSchema.parse(data);
  expect(await isSigned(signed.key, signed.list, signed.signature)).toBe(true);
  return { ...releaseListSchema.parse(JSON.parse(signed.list)), key: signed.key };
}

async function submit(body: object = submission): Promise<string> {
  const answer = await service.call('POST', '/connectors/submit', { body });
  expect(answer.status, answer.body.message).toBe(201);
  return String(answer.body.data?.['id']);
}

const decide = (id: string, decision: string, headers: Record<string, string> = owner) =>
  service.post(`/connectors/${id}/review`, { decision }, headers);

async function page(): Promise<string> {
  const text = await (await service.app.request('/connectors', { headers: owner })).text();
  return text.replaceAll(/\s+/g, ' ');
}

describe('the list', () => {
  test('is signed, public, and answered by its tag where nothing has changed', async () => {
    const first = await ask('/connectors/catalogue');
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const tag = first.headers.get('etag') ?? '';
    expect((await ask('/connectors/catalogue', { 'if-none-match': tag })).status).toBe(304);
    expect((await ask('/connectors/catalogue', { 'if-none-match': `W/${tag}` })).status).toBe(304);
    await decide(await submit(), 'accept');
    expect((await ask('/connectors/catalogue', { 'if-none-match': tag })).status).toBe(200);
  });

  test('is valid for 14 days, and signed again after 7 with the next number and the same key', async () => {
    const before = await catalogue();
    expect(Date.parse(before.expiresAt) - service.clock.now).toBe(14 * 86_400_000);
    service.wait(6 * 86_400);
    expect(await catalogue()).toEqual(before);
    service.wait(86_400);
    const after = await catalogue();
    expect(after.sequence).toBe(before.sequence + 1);
    expect(after.key).toBe(before.key);
    expect(Date.parse(after.expiresAt) - service.clock.now).toBe(14 * 86_400_000);
  });

  test('a text that was changed on the way is not what was signed', async () => {
    const { data } = (await (await ask('/connectors/catalogue')).json()) as { data: unknown };
    const { list, signature, key } = signedListSchema.parse(data);
    expect(await isSigned(key, list.replace('"sequence":1', '"sequence":2'), signature)).toBe(false);
    expect(await isSigned(key, list, signature.slice(4))).toBe(false);
    expect(await isSigned('no key', list, signature)).toBe(false);
  });
});

describe('a release', () => {
  test('goes to a tenth, then to all, and can be taken back', async () => {
    const id = await submit();
    await decide(id, 'try');
    const [first] = (await catalogue()).connectors;
    expect(first).toMatchObject({ id: 'example', version: 1, share: 10, hosts: ['www.example.test'] });
    expect(await page()).toContain('Version 1, for 10% of installations');
    await decide(id, 'accept');
    expect((await catalogue()).connectors).toMatchObject([{ version: 1, share: 100 }]);
    await decide(id, 'take-back');
    expect((await catalogue()).connectors).toEqual([]);
    expect(await page()).toContain('Version 1, taken back');
  });

  test('its file is what the hash says, for good', async () => {
    await decide(await submit(), 'accept');
    const [entry] = (await catalogue()).connectors;
    const answer = await ask(`/connectors/catalogue/${String(entry?.sha256)}`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const text = await answer.text();
    expect(await sha256Of(text)).toBe(entry?.sha256);
    expect(JSON.parse(text)).toEqual({ definition: submission.definition, cases: submission.cases });
    expect((await ask(`/connectors/catalogue/${'0'.repeat(64)}`)).status).toBe(404);
  });

  test('while a newer version is tried, the others keep the one before', async () => {
    await decide(await submit(), 'accept');
    const newer = { ...submission, definition: connectorOf('example', '.name') };
    const id = await submit({ ...newer, cases: [caseOf('<h1 class="name">Sintel</h1>', 'Sintel')] });
    await decide(id, 'try');
    expect((await catalogue()).connectors).toMatchObject([
      { version: 1, share: 100 },
      { version: 2, share: 10 },
    ]);
    await decide(id, 'accept');
    expect((await catalogue()).connectors).toMatchObject([{ version: 2, share: 100 }]);
  });

  test('a connector without a saved page is accepted, but not published', async () => {
    const id = await submit({ ...submission, cases: undefined });
    expect(await page()).toContain('it can be accepted but not published');
    await decide(id, 'accept');
    expect((await catalogue()).connectors).toEqual([]);
  });

  test('only the owner and reviewers decide', async () => {
    const id = await submit();
    await service.store.users.add('ben', 'correct horse', 'member');
    await service.store.users.add('eve', 'correct horse', 'reviewer');
    const signIn = async (name: string) => ({
      cookie: cookieOf(await service.post('/sign-in', { name, password: 'correct horse' })),
    });
    const member = await signIn('ben');
    for (const decision of ['try', 'accept', 'take-back', 'refuse'])
      expect((await decide(id, decision, member)).status).toBe(403);
    expect((await catalogue()).connectors).toEqual([]);
    await decide(id, 'accept', await signIn('eve'));
    expect((await catalogue()).connectors).toHaveLength(1);
    expect((await decide(id, 'take-back', member)).status).toBe(403);
  });
});

describe('the review', () => {
  test('says what is new against the published version', async () => {
    await decide(await submit(), 'accept');
    const changed = {
      ...connectorOf('example', '.name'),
      apiHosts: ['api.example.test'],
      endpoints: { item: { urls: ['https://api.example.test/item'], credentials: true } },
    };
    await submit({ ...submission, definition: changed });
    const text = await page();
    expect(text).toContain('Reads pages of www.example.test</li>');
    expect(text).toContain('Sends requests to api.example.test <strong>new</strong>');
    expect(text).toContain('Requests data from https://api.example.test/item <strong>new</strong>');
    expect(text).toContain(
      'Sends the person’s cookies to https://api.example.test/item <strong>new</strong>',
    );
    expect(text).toContain('watch title: text .name; before: text .title');
    expect(text).toMatch(/<caption> film: a film <\/caption>.*data-field="title".*Sintel/);
    expect(text).toContain('No words look like personal data.');
  });

  test('says what is new against the connector of the package, also beside a published version', async () => {
    const packaged = (await packagedDefinition('mubi')) as object;
    const repaired = { ...packaged, name: 'MUBI films', hosts: ['mubi.com', 'films.example.test'] };
    await submit({ ...submission, definition: { ...packaged, apiHosts: ['api.example.test'] } });
    const same = await page();
    expect(same).toContain('It reads the same fields as the built-in connector.');
    expect(same).toContain('Sends requests to api.example.test <strong>new</strong>');
    expect(same).not.toContain('Reads pages of mubi.com <strong>new</strong>');
    await decide(await submit({ ...submission, definition: repaired }), 'accept');
    const pages = (repaired as unknown as { pages: { item: object }[] }).pages.map((one, index) =>
      index === 0 ? { ...one, item: { ...one.item, title: [{ text: '.new-title' }] } } : one,
    );
    await submit({ ...submission, definition: { ...repaired, pages } });
    const changed = await page();
    expect(changed).toMatch(/What it reads differently.*title: text \.new-title; before:/);
    expect(changed).toMatch(/What differs from the built-in connector.*title: text \.new-title; before:/);
  });

  test('no submission names a file outside of the packaged connectors', async () => {
    for (const id of ['../service/texts/en', 'en/../mubi', 'no-such-site', undefined])
      expect(await packagedDefinition(id)).toBeUndefined();
    expect(await packagedDefinition('mubi')).toMatchObject({ id: 'mubi' });
  });

  test('names words that look like personal data', async () => {
    const html = '<h1 class="title">Sintel</h1><p>ada@example.org eyJhbGciOiJIUzI1NiJ9.e30</p>';
    await submit({ ...submission, cases: [caseOf(html, 'Sintel')] });
    const text = await page();
    expect(text).toContain('These words may be personal data: ');
    expect(text).toContain('ada@example.org');
  });

  test('refuses a case of another form by name', async () => {
    const wrong = { ...submission, cases: [{ ...submission.cases[0], case: { about: 'x' } }] };
    const answer = await service.call('POST', '/connectors/submit', { body: wrong });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('`cases.0.case');
  });
});

describe('the file of a submission', () => {
  const file = (id: string, headers: Record<string, string>) =>
    service.app.request(`/connectors/${id}/file`, { headers });

  test('is what the workbench of a reviewer reads, with the saved pages', async () => {
    const id = await submit();
    expect(await page()).toContain(`href="/connectors/${id}/file"`);
    const answer = await file(id, owner);
    expect(answer.headers.get('content-disposition')).toContain('.matinee.json');
    const read = readConnectorFile(await answer.text());
    expect(read).toMatchObject({ ok: true, definition: { id: 'example' }, cases: [{ name: 'film' }] });
  });

  test('is for reviewers only', async () => {
    const id = await submit();
    await service.store.users.add('ben', 'correct horse', 'member');
    const signedIn = await service.post('/sign-in', { name: 'ben', password: 'correct horse' });
    expect((await file(id, { cookie: cookieOf(signedIn) })).status).toBe(403);
    expect((await file(id, {})).status).toBe(303);
    expect((await file('0zzz', owner)).status).toBe(404);
  });
});

describe('what the review page replays', () => {
  const replay = (id: string, headers: Record<string, string>) =>
    service.app.request(`/connectors/${id}/replay`, { headers });

  test('is the checked definition and the saved pages', async () => {
    const answer = await replay(await submit(), owner);
    expect(await answer.json()).toEqual({ definition: submission.definition, cases: submission.cases });
  });

  test('is for reviewers only', async () => {
    const id = await submit();
    await service.store.users.add('ben', 'correct horse', 'member');
    const signedIn = await service.post('/sign-in', { name: 'ben', password: 'correct horse' });
    expect((await replay(id, { cookie: cookieOf(signedIn) })).status).toBe(403);
    expect((await replay(id, {})).status).toBe(303);
    expect((await replay('0zzz', owner)).status).toBe(404);
  });

  test('is nothing where the check refuses the definition', async () => {
    const match = { path: '^/watch/' };
    const slow = [{ text: '.title', transforms: [{ regex: '(a+)+$' }] }];
    const pages = [{ kind: 'watch', match, item: { title: slow }, generic: false }];
    const { connectors, users } = service.store;
    const { id: userId } = await users.ensureOwner();
    // As an older version of the service could have stored it.
    const row = await connectors.submit(userId, { ...submission, definition: { ...connectorOf(), pages } });
    expect((await replay('id' in row ? row.id : '', owner)).status).toBe(404);
  });
});

describe('the grade in the list', () => {
  /** Of so many days before now. */
  const evidence = (source: string, age = 0) => {
    const date = new Date(service.clock.now - age * 86_400_000).toISOString().slice(0, 10);
    return { source, kind: 'code', date, fields: ['title'] };
  };
  const withTitleBefore = (one: ReturnType<typeof connectorOf>['pages'][number]) => ({
    ...one,
    item: { title: [{ text: '.new-title' }, ...one.item.title] },
  });
  const graded = async (stated: unknown) => {
    const definition = { ...connectorOf(), evidence: stated };
    await decide(await submit({ ...submission, definition }), 'accept');
    return (await catalogue()).connectors[0]?.grade;
  };

  test('does not come from what an author states: the invented gold submission has none', async () => {
    const claimed = { ...evidence('https://github.com/one/reader'), kind: 'live', people: 5 };
    const stated = [
      evidence('https://github.com/one/reader'),
      evidence('https://github.com/two/reader'),
      claimed,
    ];
    expect(await graded(undefined)).toBeUndefined();
    expect(await graded(stated)).toBeUndefined();
    expect(await graded('gold')).toBeUndefined();
    expect(await graded([{ ...evidence('javascript:alert(1)') }, { grade: 'gold' }])).toBeUndefined();
  });

  test('is that of the packaged connector where a repair keeps what is known, until it is old', async () => {
    const packaged = connectorOf();
    const known = { ...evidence('https://github.com/one/reader'), says: ['title-field'] };
    const repaired = { ...packaged, pages: packaged.pages.map(withTitleBefore) };
    const file = JSON.stringify({ definition: repaired, cases: submission.cases });
    const gradeAfter = (days: number) =>
      gradeOf(file, { ...packaged, evidence: [known] }, service.clock.now + days * 86_400_000);
    expect(gradeAfter(0)).toBe('bronze');
    expect(gradeAfter(400)).toBeUndefined();
    expect(gradeOf(file, packaged, service.clock.now)).toBeUndefined();
    expect(gradeOf(file, undefined, service.clock.now)).toBeUndefined();
  });

  test('a reviewer sees what the author states', async () => {
    const stated = evidence('https://github.com/one/reader');
    await submit({ ...submission, definition: { ...connectorOf(), evidence: [stated] } });
    expect(await page()).toContain(`${stated.date}, code, title: https://github.com/one/reader`);
  });
});
