import { describe, expect, test } from 'vitest';
import { connectorFile, readConnectorFile } from '../../../../src/options/workbench/file/connector-file';
import { fragileFields, submissionProblems } from '../../../../src/options/workbench/share/submit-connector';
import type { Definition } from '../../../../src/protocol/definition/definition';
import { parseDefinition } from '../../../../src/protocol/definition/parse-definition';

const made = (item: unknown): Definition => {
  const parsed = parseDefinition({
    version: 1,
    id: 'my-site',
    name: 'My Site',
    hosts: ['www.my-site.example'],
    pages: [{ kind: 'watch', match: { path: '^/watch/(?<id>\\d+)' }, item }],
    verified: { date: null, how: 'test' },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.definition;
};
const definition = made({ title: [{ text: 'h1' }] });
const kept = {
  name: 'film',
  html: '<h1>The Film</h1>',
  case: {
    about: 'a film',
    covers: 'film',
    url: 'https://www.my-site.example/watch/1',
    expect: { item: { type: 'movie', title: 'The Film' } },
  },
};
const passed = { passed: true, item: { type: 'movie' }, differs: [] };

describe('a connector as a file', () => {
  test('is read as it was written, with its cases', () => {
    expect(readConnectorFile(connectorFile(definition, { cases: [kept], seen: ['one'] }))).toEqual({
      ok: true,
      definition,
      cases: [kept],
      seen: ['one'],
    });
  });

  test('contains the pages of the steps of its cases, and no other files', () => {
    const steps = {
      ...kept,
      case: { ...kept.case, steps: [{ about: 'the next', page: 'film-2.html', expect: {} }] },
      pages: { 'film-2.html': '<h1>The Next</h1>' },
    };
    expect(readConnectorFile(connectorFile(definition, { cases: [steps] }))).toEqual({
      ok: true,
      definition,
      cases: [steps],
      seen: [],
    });
    const odd = connectorFile(definition, {
      cases: [{ ...kept, pages: { '../../up.html': '', 'a.html': 7 as unknown as string } }],
    });
    expect(readConnectorFile(odd)).toEqual({ ok: true, definition, cases: [kept], seen: [] });
  });

  test('a bare definition is read too', () => {
    expect(readConnectorFile(JSON.stringify(definition))).toEqual({
      ok: true,
      definition,
      cases: [],
      seen: [],
    });
  });

  test.each([
    ['no JSON', 'not json'],
    ['something else', '[]'],
    ['an unknown key', JSON.stringify({ ...definition, run: 'alert(1)' })],
    [
      'an expression that hangs',
      JSON.stringify({
        ...definition,
        pages: [{ kind: 'watch', match: { path: '^/(a+)+$' }, item: { title: [{ text: 'h1' }] } }],
      }),
    ],
    [
      'a call in the page',
      JSON.stringify({
        ...definition,
        pages: [
          { kind: 'watch', match: { path: '^/w' }, item: { title: [{ pageWorld: 'document.write("x")' }] } },
        ],
      }),
    ],
    [
      'an endpoint on a host that is not declared',
      JSON.stringify({ ...definition, endpoints: { steal: { urls: ['https://other.example/{id}'] } } }),
    ],
  ])('with %s is refused as a whole', (_name, text) => {
    expect(readConnectorFile(text)).toMatchObject({ ok: false });
  });

  test('an invalid case is left out', () => {
    expect(
      readConnectorFile(
        JSON.stringify({
          matinee: 'connector',
          version: 1,
          definition,
          cases: [{ name: 'x', html: '', case: { nonsense: true } }],
        }),
      ),
    ).toMatchObject({ ok: true, cases: [] });
  });
});

describe('before a submission', () => {
  const seen = ['one', 'two'];

  test('a valid connector with a passing case of a film, which has read two titles, can be submitted', () => {
    expect(submissionProblems(definition, [kept], [passed], seen)).toEqual([]);
  });

  test('one that has read one title only has to be shown another first', () => {
    expect(submissionProblems(definition, [kept], [passed], ['one'])).toEqual(['second']);
    const other = { ...kept, case: { expect: { item: { type: 'movie', title: 'Another' } } } };
    expect(submissionProblems(definition, [kept, other], [passed, passed], [])).toEqual([]);
  });

  test('a page that was read by substitutes proves nothing', () => {
    const degraded = {
      ...kept,
      case: { expect: { degraded: true, item: { type: 'movie', title: 'Site' } } },
    };
    expect(submissionProblems(definition, [degraded], [passed], seen)).toEqual(['case']);
  });

  type Asked = Parameters<typeof submissionProblems>;
  type Row = [string, Asked[0], Asked[1], Asked[2], ReturnType<typeof submissionProblems>];
  test.each<Row>([
    ['mistakes', undefined, [kept], [passed], ['invalid']],
    ['no case', definition, [], [], ['case']],
    ['a case that differs', definition, [kept, kept], [passed, { ...passed, passed: false }], ['differs']],
    [
      'only a generated class name for a field',
      made({ title: [{ text: '.css-1q2w3e' }] }),
      [kept],
      [passed],
      ['fragile'],
    ],
  ])('%s is reported', (_name, one, cases, runs, problems) => {
    expect(submissionProblems(one, cases, runs, seen)).toEqual(problems);
  });

  test('a generated class name beside another source is not fragile', () => {
    expect(fragileFields(made({ title: [{ text: '.css-1q2w3e' }, { text: 'h1' }] }))).toEqual([]);
  });
});
