import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointRequests, type EndpointOwner } from '../../../src/core/definition/endpoint-request';

const owner: EndpointOwner = {
  hosts: ['www.site.example'],
  apiHosts: ['*.api.example'],
  endpoints: {
    item: {
      urls: ['https://www.site.example/api/{id}?q={id}', 'https://v2.api.example/items/{id}'],
      headers: { 'x-token': '{token}' },
    },
    page: { urls: ['{$origin}/{+path}.json'] },
    html: { urls: ['{$origin}/title/{id}'], select: { title: 'h1' } },
    graph: {
      urls: ['https://v2.api.example/graphql'],
      method: 'POST',
      body: { variables: { id: '{id}', deep: ['{id}'] } },
      credentials: true,
    },
    foreign: { urls: ['https://evil.example/{id}', 'https://{host}/x', '{$origin}.evil.example/'] },
    market: { urls: ['https://default-{market}.api.example/x'] },
  },
};
const page = new URL('https://www.site.example/watch/1');
const ask = (name: string, values: Readonly<Record<string, string>>) =>
  endpointRequests(owner, name, values, page);

it('fills in what the definition names, in the order of its addresses', () => {
  expect(ask('item', { id: 'a b/..', token: 't' })).toEqual([
    {
      url: 'https://www.site.example/api/a%20b%2F..?q=a%20b%2F..',
      method: 'GET',
      headers: { 'x-token': 't' },
      credentials: 'include',
      sameOrigin: true,
    },
    {
      url: 'https://v2.api.example/items/a%20b%2F..',
      method: 'GET',
      headers: { 'x-token': 't' },
      credentials: 'omit',
      sameOrigin: false,
    },
  ]);
});

it('reads another page of the site by selectors', () => {
  expect(ask('html', { id: '1' })).toEqual([
    {
      url: 'https://www.site.example/title/1',
      method: 'GET',
      headers: {},
      credentials: 'include',
      select: { title: 'h1' },
      sameOrigin: true,
    },
  ]);
});

it('asks nothing when a value is missing', () => {
  expect(ask('item', { id: '1' })).toEqual([]);
  expect(ask('nothing', {})).toEqual([]);
  expect(ask('toString', {})).toEqual([]);
});

it('keeps the slashes of a path, and never goes up', () => {
  expect(ask('page', { path: 'serie/../../folge 1' })[0]?.url).toBe(
    'https://www.site.example/serie/folge%201.json',
  );
  expect(ask('page', { path: '' })[0]?.url).toBe('https://www.site.example/.json');
});

it('sends a body as JSON, with the cookies only where the definition says so', () => {
  expect(ask('graph', { id: '7' })).toEqual([
    {
      url: 'https://v2.api.example/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"variables":{"id":"7","deep":["7"]}}',
      credentials: 'include',
      sameOrigin: false,
    },
  ]);
});

describe('whatever a page puts into the values', () => {
  it('never leaves the hosts that the definition declares', () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'evil.example',
        '/evil.example',
        '@evil.example/',
        '..',
        '../..',
        '%2e%2e',
        'x.evil.example/#',
        '\\evil.example',
        ':8080',
      ),
    );
    fc.assert(
      fc.property(value, value, value, (id, host, market) => {
        for (const name of Object.keys(owner.endpoints ?? {})) {
          for (const { url } of ask(name, { id, host, market, path: id, token: 'x' })) {
            const { hostname, protocol } = new URL(url);
            expect(protocol).toBe('https:');
            expect(
              hostname === 'www.site.example' ||
                hostname.endsWith('.api.example') ||
                hostname === 'api.example',
            ).toBe(true);
          }
        }
      }),
    );
  });

  it('never puts a line break into a header', () => {
    expect(ask('item', { id: '1', token: 'a\r\nx-admin: 1' })).toEqual([]);
  });
});
