import { afterEach, expect, test } from 'vitest';
import { startTest, type ServiceUnderTest } from '../service-under-test';

let service: ServiceUnderTest;
afterEach(() => service.close());

const json = (body: unknown, status = 200) => Response.json(body, { status });

/** The hosts at which accounts are connected. */
const hosts: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const sent = typeof init?.body === 'string' ? init.body : '';
  if (url.href === 'https://auth.trakt.tv/oauth/device/code')
    return sent.includes('"client-1"')
      ? json({
          device_code: 'device-1',
          user_code: 'ABCD1234',
          verification_url: 'https://auth.trakt.tv/activate',
          expires_in: 600,
          interval: 5,
        })
      : json({}, 403);
  if (url.href === 'https://myanimelist.net/v1/oauth2/token' && sent.includes('code=code-1'))
    return json({
      access_token: 'the-secret-access',
      refresh_token: 'the-secret-refresh',
      expires_in: 2_678_400,
    });
  throw new Error(`nothing is at ${url.href}`);
};

async function open() {
  service = await startTest({ fetch: hosts });
  const cookie = await service.signedIn();
  const page = async (path = '/relay') => (await service.app.request(path, { headers: { cookie } })).text();
  const post = (path: string, fields: Record<string, string>) => service.post(path, fields, { cookie });
  const sinks = () => service.store.relay.list(service.owner.id);
  return { cookie, page, post, sinks };
}

test('Trakt: the page shows the code and where it is entered, and no secret', async () => {
  const { page, post, sinks } = await open();
  expect((await post('/relay', { kind: 'trakt', clientId: 'wrong' })).status).toBe(400);
  expect(await sinks()).toEqual([]);
  expect((await post('/relay', { kind: 'trakt', clientId: 'client-1' })).status).toBe(303);
  const text = await page();
  expect(text).toContain('<strong>ABCD1234</strong>');
  expect(text).toContain('href="https://auth.trakt.tv/activate"');
  expect(text).not.toMatch(/device-1|client-1/);
});

test('MyAnimeList: the person goes there, and comes back with the state that they went with', async () => {
  const { cookie, page, post, sinks } = await open();
  const there = new URL(
    (await post('/relay', { kind: 'mal', clientId: 'app' })).headers.get('location') ?? '',
  );
  expect(there.origin + there.pathname).toBe('https://myanimelist.net/v1/oauth2/authorize');
  const back = new URL(there.searchParams.get('redirect_uri') ?? '').pathname;
  const comeBack = (state: string) =>
    service.app.request(`${back}?code=code-1&state=${state}`, { headers: { cookie } });
  await comeBack('another');
  expect(await sinks()).toMatchObject([{ trouble: 'connecting' }]);
  await comeBack(there.searchParams.get('state') ?? '');
  expect(await sinks()).toMatchObject([{ kind: 'mal', trouble: null }]);
  expect(await page()).not.toContain('the-secret');
});

test('the past is counted by days before it is sent, and can be stopped', async () => {
  const { post, sinks } = await open();
  for (const [id, day] of [
    [1, '2026-01-10'],
    [2, '2026-01-12'],
    [3, '2026-01-12'],
  ] as const)
    await service.call('POST', '/history', { body: { type: 'movie', id, watchedAt: `${day}T20:00:00Z` } });
  await post('/relay', { kind: 'webhook', address: 'https://own.example/hook' });
  const [sink] = await sinks();
  const past = (fields: Record<string, string>) => post(`/relay/${String(sink?.id)}/past`, fields);
  const days = { from: '2026-01-11', to: '2026-01-12' };
  const counted = await (await past(days)).text();
  expect(counted).toContain('2 viewings aren’t there yet.');
  expect(await sinks()).toMatchObject([{ pastFrom: null, pastTo: null }]);
  expect((await past({ ...days, go: 'send' })).status).toBe(303);
  const countOf = async () => {
    const [one] = await sinks();
    return one && (await service.store.relay.counts(one)).waiting;
  };
  expect(await countOf()).toBe(2);
  await past({ go: 'stop' });
  expect(await countOf()).toBe(0);
  await past({ from: '', to: '', go: 'send' });
  expect(await countOf()).toBe(3);
});

test('what would date the past to today is offered none', async () => {
  const { page, post } = await open();
  await post('/relay', { kind: 'jellyfin', address: 'https://own.example/hook' });
  expect(await page()).not.toContain('Send the past, too');
  await post('/relay', { kind: 'webhook', address: 'https://own.example/hook' });
  expect(await page()).toContain('Send the past, too');
});

test('what is watched there is brought in only where it is turned on, and where the other side can say it', async () => {
  const { page, post, sinks } = await open();
  await post('/relay', { kind: 'webhook', address: 'https://own.example/hook' });
  expect(await page()).not.toContain('Bring in what I watch there');
  await post('/relay', { kind: 'api-v1', address: 'https://own.example/api/v1', secret: 'sk_1' });
  const other = (await sinks()).find(({ kind }) => kind === 'api-v1');
  const pull = (go: string) => post(`/relay/${String(other?.id)}/pull`, { go });
  const pullOf = async () => (await sinks()).find(({ kind }) => kind === 'api-v1')?.pullAt;
  expect(await page()).toContain('value="on"');
  await pull('now');
  expect(await pullOf()).toBeNull();
  await pull('on');
  expect(await pullOf()).toBe(service.clock.now);
  expect(await page()).toContain('A look comes soon.');
  const sink = (await sinks()).find(({ kind }) => kind === 'api-v1');
  if (sink === undefined) throw new Error('no such sink');
  const later = service.clock.now + 3_600_000;
  service.wait(20);
  await service.store.relay.notePull(sink, { pullAt: later + 20_000, trouble: null, failures: 0 });
  expect(await page()).toContain('A look is under way.');
  service.wait(301);
  expect(await page(), 'the process has ended').not.toContain('A look is under way.');
  service.wait(-301);
  await service.store.relay.take(sink, [], { cursor: 'now', importId: null });
  expect(await page()).not.toMatch(/A look (?:is under way|comes soon)/);
  await service.store.relay.notePull(sink, { pullAt: later, trouble: 'failing', failures: 1 });
  const text = await page();
  expect(text).toContain('Last look:');
  expect(text).toContain('The other side answered with an error.');
  expect(text).toContain('Next attempt:');
  await pull('now');
  expect(await pullOf(), 'not twice in a minute').toBe(later);
  service.wait(61);
  await pull('now');
  expect(await pullOf()).toBe(service.clock.now);
  await pull('off');
  expect(await pullOf()).toBeNull();
});

test('the other side is left alone for as long as it says, also where it is turned off and on', async () => {
  const { page, post, sinks } = await open();
  await post('/relay', { kind: 'api-v1', address: 'https://own.example/api/v1', secret: 'sk_1' });
  const sinkOf = async () => {
    const [sink] = await sinks();
    if (sink === undefined) throw new Error('no such sink');
    return sink;
  };
  const { id } = await sinkOf();
  const pull = (go: string) => post(`/relay/${id}/pull`, { go });
  await pull('on');
  const pullAt = service.clock.now + 900_000;
  await service.store.relay.notePull(await sinkOf(), { pullAt, trouble: 'busy', failures: 1 });
  for (const go of ['now', 'off', 'on', 'now', 'off', 'off', 'on']) await pull(go);
  expect(await sinkOf()).toMatchObject({ pullAt, pullTrouble: 'busy', pulledAt: null });
  expect(await page()).toContain('The other side asked to wait.');
  service.wait(901);
  await pull('now');
  expect(await sinkOf()).toMatchObject({ pullAt: service.clock.now });
  await service.store.relay.notePull(await sinkOf(), { pullAt, trouble: 'refused', failures: 1 });
  expect(await page()).toContain('The other side doesn’t allow reading there.');
});

test('nobody reaches the sinks of another person', async () => {
  const { post, sinks } = await open();
  await post('/relay', { kind: 'webhook', address: 'https://own.example/hook' });
  const [sink] = await sinks();
  const member = await service.store.users.add('ben', 'a long password 1', 'member');
  const cookie = await service.signedIn(member?.id);
  for (const action of ['again', 'past', 'remove', 'pull'])
    for (const go of ['send', 'on'])
      await service.post(`/relay/${String(sink?.id)}/${action}`, { go }, { cookie });
  expect(await sinks()).toEqual([sink]);
});
