import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ENOUGH_PEOPLE } from '../../../src/service/store/connectors';
import { cookieOf, startTest, type ServiceUnderTest } from '../service-under-test';

// What people report of connectors that read worse is counted, of nobody, and shown when enough have.

let service: ServiceUnderTest;
let owner: { readonly cookie: string };
beforeEach(async () => {
  service = await startTest({ trustProxy: true });
  owner = { cookie: cookieOf(await service.post('/welcome', { name: 'ada', password: 'correct horse' })) };
});
afterEach(() => service.close());

const report = (body: object, address = '192.0.2.1') =>
  service.app.request('/api/v1/connectors/reports', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
async function page(): Promise<string> {
  const text = await (await service.app.request('/connectors', { headers: owner })).text();
  return text.replaceAll(/\s+/g, ' ');
}
/** A packaged connector: nothing of it was published here. */
const unread = { site: 'tving', field: 'page', rung: null, shape: '/player/*' };

describe('a report of a packaged connector', () => {
  test('is shown when five networks have sent it, and not before', async () => {
    for (let network = 1; network < ENOUGH_PEOPLE; network += 1)
      expect((await report(unread, `192.0.2.${String(network)}`)).status).toBe(204);
    expect(await page()).not.toContain('tving');
    await report(unread, '192.0.2.9');
    expect(await page()).toContain('no page for /player/* (5)');
  });

  test('of one network counts once, whatever its addresses are', async () => {
    for (let device = 1; device <= 10; device += 1) await report(unread, `2001:db8:1:2::${String(device)}`);
    expect(await page()).not.toContain('tving');
  });

  test('of fifty plays of a broken site is one line, with the rung that fails and a text for an issue', async () => {
    for (let play = 0; play < 50; play += 1)
      await report({ site: 'hulu', field: 'title', rung: 1 }, `198.51.100.${String(play % 25)}`);
    const shown = await page();
    expect(shown).toContain('Sites that have changed (1)');
    expect(shown.match(/title from source 2 \(25\)/g)).toHaveLength(1);
    expect(shown).toContain('hulu: title comes from source 2 only');
    expect(shown).toContain('Reported from 25 networks');
  });

  test('is forgotten after 30 days', async () => {
    for (let network = 0; network < 5; network += 1) await report(unread, `192.0.2.${String(network)}`);
    const { connectorReports } = service.store;
    service.wait(29 * 86_400);
    expect(await connectorReports.faults()).toMatchObject([{ site: 'tving', people: 5 }]);
    service.wait(2 * 86_400);
    expect(await connectorReports.faults()).toEqual([]);
  });

  test('is stored without the address, and without what ties two sites together', async () => {
    await report(unread);
    await report({ site: 'hulu', field: 'title', rung: null });
    for (let network = 2; network <= 5; network += 1) {
      await report(unread, `192.0.2.${String(network)}`);
      await report({ site: 'hulu', field: 'title', rung: null }, `192.0.2.${String(network)}`);
    }
    const faults = JSON.stringify(await service.store.connectorReports.faults());
    expect(faults).toContain('tving');
    expect(faults).not.toContain('192.0.2');
  });

  test('has a site, a field, a source and the form of a path, and nothing else', async () => {
    for (const body of [
      { ...unread, title: 'Sintel' },
      { ...unread, field: 'title of Sintel' },
      { ...unread, rung: 1_000 },
      { ...unread, shape: '/player/E000123?user=ada' },
      { ...unread, shape: '/watch/Sintel' },
      { site: 'tving' },
    ])
      expect((await report(body)).status, JSON.stringify(body)).toBe(400);
  });

  test('is refused for a connector that nobody knows, and after twenty in an hour', async () => {
    expect((await report({ ...unread, site: 'no-such-site' })).status).toBe(404);
    for (let sent = 1; sent < 20; sent += 1) expect((await report(unread)).status).toBe(204);
    expect((await report(unread)).status).toBe(429);
    service.wait(3_600);
    expect((await report(unread)).status).toBe(204);
  });

  test('is shown to reviewers alone', async () => {
    for (let network = 0; network < 5; network += 1) await report(unread, `192.0.2.${String(network)}`);
    await service.store.users.add('ben', 'correct horse', 'member');
    const signedIn = await service.post('/sign-in', { name: 'ben', password: 'correct horse' });
    const text = await service.app.request('/connectors', { headers: { cookie: cookieOf(signedIn) } });
    expect(await text.text()).not.toContain('tving');
  });
});
