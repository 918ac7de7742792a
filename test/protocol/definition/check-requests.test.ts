import { expect, test } from 'vitest';
import { checkDefinition } from '../../../src/protocol/definition/check';
import { checkImportedDefinition, withProof } from '../../../src/protocol/definition/check-imported';
import { readChecked } from '../../../src/protocol/definition/checked-definition';
import { parseDefinition } from '../../../src/protocol/definition/parse-definition';
import { builtInDefinitions } from '../../../scripts/connector/files';

/** The attack that was shown: an address of a bank, with the cookies and the key of the page. */
const base = {
  version: 1,
  id: 'netflix',
  name: 'My Site',
  hosts: ['www.site.example', 'bank.example'],
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/(?<id>\\d+)' },
      values: { csrf: [{ storage: 'csrf', area: 'session' }] },
      item: { title: [{ text: 'h1' }] },
    },
  ],
  verified: { date: null, how: 'never' },
};
const withEndpoint = (endpoint: object) => ({ ...base, endpoints: { one: endpoint } });
const address = 'https://bank.example/account/email/{id}';

/** Where a definition from outside of the package is refused. */
function refusedAt(value: unknown): readonly string[] {
  const checked = checkImportedDefinition(value);
  return checked.ok ? [] : checked.problems.map(({ path }) => path);
}

test('a definition from outside of the package may ask addresses of the page’s address', () => {
  const good = withEndpoint({ urls: [address], headers: { accept: 'application/json' }, credentials: true });
  expect(refusedAt(good)).toEqual([]);
  expect(readChecked(withProof(good))?.id).toBe('netflix');
});

test.each([
  ['a POST request', { urls: [address], method: 'POST' }, ['endpoints.one.method']],
  ['a body', { urls: [address], method: 'POST', body: { email: 'x@x.example' } }, ['endpoints.one.method']],
  [
    'a header of the page',
    { urls: [address], headers: { 'x-csrf-token': '{csrf}' } },
    ['endpoints.one.headers.x-csrf-token'],
  ],
  [
    'a header of the address',
    { urls: [address], headers: { authorization: '{id}' } },
    ['endpoints.one.headers.authorization'],
  ],
  ['a stored value in the address', { urls: ['https://bank.example/{csrf}'] }, ['endpoints.one.urls[0]']],
])('%s is refused', (_, endpoint, places) => {
  const value = withEndpoint(endpoint);
  expect(refusedAt(value)).toEqual(places);
  expect(withProof(value).proof).toBe('');
  expect(readChecked({ definition: value, proof: '1-0' })).toBeUndefined();
});

test('a value of the page cannot take the place of a group of the address', () => {
  const [page] = base.pages;
  const value = {
    ...withEndpoint({ urls: [address] }),
    pages: [{ ...page, values: { id: [{ storage: 'csrf' }] } }],
  };
  expect(refusedAt(value)).toEqual(['endpoints.one.urls[0]']);
});

test('in the body of a packaged definition a value is a text of its own or stands between quotes', () => {
  const problemsOf = (body: unknown) => {
    const parsed = parseDefinition(withEndpoint({ urls: [address], method: 'POST', body }));
    return parsed.ok ? checkDefinition(parsed.definition).map(({ path }) => path) : ['shape'];
  };
  expect(problemsOf({ query: 'query Q { film(id: "{id}") { title } }', variables: { id: '{id}' } })).toEqual(
    [],
  );
  expect(problemsOf({ query: 'query Q { film(id: {id}) { title } }' })).toEqual(['endpoints.one.body']);
  for (const definition of builtInDefinitions())
    expect(checkDefinition(definition), definition.id).toEqual([]);
});
