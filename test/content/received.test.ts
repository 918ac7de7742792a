import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { receivedKey, runPageWorldReaders } from '../../src/core/definition/page-world-reader';
import { declaredReaders } from '../../src/protocol/definition/declared-readers';
import { headOf } from '../../src/protocol/definition/connector-head';
import type { Definition } from '../../src/protocol/definition/definition';

/** What of XMLHttpRequest the script uses. */
class Request extends EventTarget {
  responseType = '';
  responseURL = '';
  responseText = '';
  response: unknown = undefined;
  type = 'application/json';
  getResponseHeader = () => this.type;
  send() {
    this.dispatchEvent(new Event('load'));
  }
}

const definition: Definition = {
  version: 1,
  id: 'site',
  name: 'Site',
  hosts: ['www.site.example'],
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/' },
      item: { title: [{ received: '/titles/\\d+', path: '$.title' }] },
    },
  ],
  verified: { date: null, how: 'never' },
};
const key = receivedKey('/titles/\\d+');
const read = () => runPageWorldReaders(declaredReaders(definition))[key];

/** The page reads JSON from an address. */
async function receive(
  url: string,
  body: unknown,
  how: 'json' | 'text' | 'xhr' = 'json',
  type = 'application/json',
) {
  if (how === 'xhr') {
    const request = new Request();
    Object.assign(request, { responseURL: url, responseText: JSON.stringify(body), type });
    request.send();
    return;
  }
  const response = new Response(JSON.stringify(body), { headers: { 'content-type': type } });
  Object.defineProperty(response, 'url', { value: url });
  await response[how]();
}

/** The script changes the prototype of what the page calls `Response`, and a server replaces that of Node. */
const parent: unknown = Object.getPrototypeOf(Response);
const Original = (parent === Function.prototype ? Response : parent) as typeof Response;
class PageResponse extends Original {}

afterAll(() => vi.unstubAllGlobals());
beforeAll(async () => {
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('Response', PageResponse);
  await import('../../src/content/received/main');
});

describe('answers that the page has received', () => {
  it.each(['json', 'text', 'xhr'] as const)('are read as the page read them: %s', async (how) => {
    const url = `https://api.site.example/titles/1?${how}`;
    await receive(url, { title: 'Sintel' }, how);
    expect(read()).toContainEqual({ url, body: { title: 'Sintel' } });
  });

  it('are read of the domain of the site alone, and of addresses that match', async () => {
    await receive('https://tracker.example/titles/2', { title: 'Other' });
    await receive('https://www.site.example/account', { mail: 'anna@example.org' });
    await receive('https://evilsite.example/titles/3', { title: 'Other' });
    expect(JSON.stringify(read())).not.toMatch(/Other|anna/);
  });

  it('are the last three, and the page has what it asked for', async () => {
    for (const id of [4, 5, 6, 7])
      await receive(`https://www.site.example/titles/${id}`, { title: `Film ${id}` });
    expect((read() as { url: string }[]).map(({ url }) => url.slice(-1))).toEqual(['5', '6', '7']);
    expect(await new Response('{"a":1}').json()).toEqual({ a: 1 });
    await expect(new Response('no').json()).rejects.toThrow();
  });

  it('that are no JSON, or longer than a million characters, are not noted', async () => {
    await receive('https://www.site.example/titles/7', { title: 'Film 7' });
    await receive('https://www.site.example/titles/8', 'x'.repeat(1_000_001), 'text');
    await receive('https://www.site.example/titles/9', { title: 'Page' }, 'text', 'text/html');
    expect((read() as { url: string }[]).at(-1)?.url).toMatch(/titles\/7$/);
  });

  it('are noted only for a connector that reads some', () => {
    expect(headOf(definition).received).toBe(true);
    const [page] = definition.pages;
    const without = {
      ...definition,
      pages: page ? [{ ...page, item: { title: [{ title: true as const }] } }] : [],
    };
    expect(headOf(without).received).toBeUndefined();
    expect(declaredReaders(without)).toEqual([]);
  });
});
