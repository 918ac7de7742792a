import { describe, expect, test } from 'vitest';
import { askProposals } from '../../../src/options/catalogue/proposals';
import type { Definition } from '../../../src/protocol/definition/definition';
import type { Proposals } from '../../../src/options/catalogue/catalogue-state';

const tracker = 'https://tracker.example/api/v1';
const nothing: Proposals = { tracker: '', list: [] };
const definition = {
  version: 1,
  id: 'example',
  name: 'Example',
  hosts: ['www.example.test'],
  pages: [{ kind: 'watch', match: { path: '^/watch/' }, item: { title: [{ text: 'h1' }] } }],
  verified: { date: null, how: 'never' },
};

function ask(data: unknown, known = nothing, before?: Definition, status = 200) {
  const requests: Request[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request);
    const body = status === 304 ? null : JSON.stringify({ success: true, data });
    return new Response(body, { status, headers: { etag: '"7"' } });
  };
  return {
    requests,
    answer: askProposals({ fetch, before: async () => before }, tracker, known),
  };
}

describe('connectors that a tracker lists without a signature', () => {
  test('are proposals with what they reach', async () => {
    const { answer, requests } = ask([
      { id: 'x', name: 'Example', domains: ['www.example.test'], definition },
    ]);
    expect(await answer).toMatchObject({
      tracker,
      tag: '"7"',
      list: [
        {
          id: 'example',
          reach: [
            { kind: 'host', value: 'www.example.test' },
            { kind: 'page', value: '^/watch/' },
          ],
        },
      ],
    });
    expect(requests[0]?.headers.has('authorization')).toBe(false);
  });

  test('are read beside the extractors of a submission', async () => {
    const submitted = { version: 1, extractors: { title: [] }, matinee: definition };
    const { list } = await ask([{ id: 'x', name: 'Example', definition: submitted }]).answer;
    expect(list).toMatchObject([{ id: 'example', definition: { hosts: ['www.example.test'] } }]);
  });

  test.each([
    ['only extractors', { extractors: { title: [{ selector: 'h1' }] } }],
    ['a host that is too wide', { ...definition, hosts: ['*'] }],
    ['a page without an address', { ...definition, pages: [{ kind: 'watch' }] }],
  ])('with %s are listed with the reason, and cannot be used', async (_about, one) => {
    const { list } = await ask([{ id: 'x', name: 'Example', definition: one }]).answer;
    expect(list).toMatchObject([{ id: 'x', name: 'Example' }]);
    expect(list[0]?.definition).toBeUndefined();
    expect(list[0]?.detail).not.toBe('');
  });

  test('that are in force already are no proposals', async () => {
    const { list } = await ask([{ id: 'x', definition }], nothing, definition as unknown as Definition)
      .answer;
    expect(list).toEqual([]);
  });

  test('stay as they were where nothing has changed', async () => {
    const known: Proposals = { tracker, tag: '"7"', list: [{ id: 'example', name: 'Example' }] };
    const { answer, requests } = ask(undefined, known, undefined, 304);
    expect(await answer).toBe(known);
    expect(requests[0]?.headers.get('if-none-match')).toBe('"7"');
  });

  test.each([401, 404, 500])('are none where the tracker answers %i', async (status) => {
    expect((await ask({}, nothing, undefined, status).answer).list).toEqual([]);
  });

  test.each([[null], ['x'], [{ items: [null, 7, {}, { definition: 'x' }] }]])(
    'are none in %j',
    async (data) => {
      expect((await ask(data).answer).list).toEqual([]);
    },
  );
});
