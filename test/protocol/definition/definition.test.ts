import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { casesFileSchema, savedCaseOf } from '../../../src/protocol/cases-file';
import type { Definition } from '../../../src/protocol/definition/definition';
import { parseDefinition } from '../../../src/protocol/definition/parse-definition';
import { checkAuthoredDefinition } from '../../../src/protocol/definition/check-imported';
import { sourceKinds } from '../../../src/protocol/definition/source';
import { declaredReaders } from '../../../src/protocol/definition/declared-readers';
import { checkEvidence } from '../../../scripts/connector/check-evidence';
import { checkDefinitionFile } from '../../../scripts/connector/check-site';
import { builtInDefinitions, builtInSites } from '../../../scripts/connector/files';
import { outdatedFiles } from '../../../scripts/connector/generated-files';
import { runCase } from '../../../scripts/connector/run-case';

const good = {
  version: 1,
  id: 'my-site',
  name: 'My Site',
  hosts: ['www.site.example'],
  pages: [{ kind: 'watch', match: { path: '^/watch/(?<id>\\d+)' }, item: { title: [{ text: 'h1' }] } }],
  verified: { date: null, how: 'never' },
};

type Json = Readonly<Record<string, unknown>>;
const page = good.pages[0] as Json;
const withPage = (change: Json): Json => ({ ...good, pages: [{ ...page, ...change }] });
const withTitle = (source: unknown): Json => withPage({ item: { title: [source] } });
const T = 'pages[0].item.title[0]';

/** All problems, as "path: message". */
function problemsOf(value: unknown): string[] {
  const parsed = parseDefinition(value);
  const problems = parsed.ok ? checkAuthoredDefinition(parsed.definition) : parsed.problems;
  return problems.map(({ path, message }) => `${path}: ${message}`);
}

it('accepts a valid definition', () => {
  expect(problemsOf(good)).toEqual([]);
});

describe('an invalid definition is rejected with path and reason', () => {
  const faults: readonly (readonly [string, unknown, string, RegExp])[] = [
    ['another version', { ...good, version: 2 }, 'version', /found 2, allowed: 1/],
    ['an unknown key', { ...good, colour: 'red' }, 'colour', /not a known key/],
    ['an unknown key deep inside', withTitle({ text: 'h1', colour: 1 }), `${T}.colour`, /not a known key/],
    ['a missing key', { ...good, name: undefined }, 'name', /missing; needs text/],
    ['a wrong type', { ...good, name: 7 }, 'name', /found 7, needs text/],
    ['no object', 'text', '', /found "text"/],
    ['a bad id', { ...good, id: 'My Site' }, 'id', /not an id.*found "My Site"/],
    ['an address as host', { ...good, hosts: ['https://site.example/'] }, 'hosts[0]', /not a host/],
    ['a host for a whole country', { ...good, hosts: ['*.co.uk'] }, 'hosts[0]', /too broad/],
    ['a host for everything', { ...good, hosts: ['*'] }, 'hosts[0]', /not a host/],
    ['no host', { ...good, hosts: [] }, 'hosts', /is empty/],
    ['no page', { ...good, pages: [] }, 'pages', /at least 1/],
    [
      'a page that matches everything',
      withPage({ match: { exclude: ['/x'] } }),
      'pages[0].match',
      /matches every page/,
    ],
    ['two pages of one kind', { ...good, pages: [page, page] }, 'pages[1].kind', /another page/],
    [
      'an item that names nothing',
      withPage({ item: { year: [{ text: 'h1' }] } }),
      'pages[0].item',
      /can never name/,
    ],
    ['an empty list of sources', withPage({ item: { title: [] } }), 'pages[0].item.title', /at least 1/],
    [
      'too many sources',
      withPage({ item: { title: Array.from({ length: 13 }, () => ({ text: 'h1' })) } }),
      'pages[0].item.title',
      /at most 12/,
    ],
    [
      'a choice without a way to choose',
      withTitle({ text: 'h1', transforms: [{ find: '$.id' }] }),
      `${T}.transforms[0].find`,
      /needs either equals or matches/,
    ],
    [
      'a choice with two ways to choose',
      withTitle({ text: 'h1', transforms: [{ find: '$.id', equals: 'a', matches: 'a' }] }),
      `${T}.transforms[0].find`,
      /needs either equals or matches/,
    ],
    [
      'a fault in a condition of a gate',
      withPage({ gate: [{ css: 'h1' }] }),
      'pages[0].gate[0]',
      /found the keys css; needs one of: url, text/,
    ],
    [
      'a fault in a list inside a gate',
      withPage({ gate: [{ text: 'h1' }, [{ text: 'h1', colour: 1 }]] }),
      'pages[0].gate[1][0].colour',
      /not a known key/,
    ],
    [
      'a bad selector inside a gate',
      withPage({ gate: [[{ text: 'h1' }, { text: 'h1[' }]] }),
      'pages[0].gate[0][1].text',
      /not a valid selector/,
    ],
    ['an unknown kind of source', withTitle({ css: 'h1' }), T, /found the keys css; needs one of: url, text/],
    ['two kinds in one source', withTitle({ text: 'h1', meta: 'x' }), T, /has several kinds \(text, meta\)/],
    ['a text as source', withTitle('h1'), T, /found "h1", needs an object/],
    ['a missing argument', withTitle({ jsonLd: ['Movie'] }), `${T}.path`, /missing/],
    ['a bad selector', withTitle({ text: 'h1[' }), `${T}.text`, /not a valid selector; found "h1\["/],
    [
      'a bad selector inside a shadow root',
      withTitle({ text: 'my-app >> .a >' }),
      `${T}.text`,
      /not a valid selector/,
    ],
    [
      'a bad selector of a video',
      withPage({ player: { video: ['video', '//video'] } }),
      'pages[0].player.video[1]',
      /not a valid selector/,
    ],
    [
      'a bad expression',
      withPage({ match: { path: '(' } }),
      'pages[0].match.path',
      /not a valid regular expression/,
    ],
    [
      'a catastrophic expression',
      withTitle({ text: 'h1', transforms: [{ regex: '^(\\w+\\s?)*$' }] }),
      `${T}.transforms[0].regex`,
      /catastrophic/,
    ],
    [
      'a catastrophic address',
      withPage({ match: { path: '^/(a+)+$' } }),
      'pages[0].match.path',
      /catastrophic/,
    ],
    [
      'a group that the expression does not have',
      withTitle({ text: 'h1', transforms: [{ regex: 'a(b)', group: 2 }] }),
      `${T}.transforms[0].group`,
      /no group 2/,
    ],
    ['a bad JSON path', withTitle({ scriptJson: '#x', path: 'title' }), `${T}.path`, /not a JSON path/],
    [
      'a path to a prototype',
      withTitle({ scriptJson: '#x', path: '$.__proto__.x' }),
      `${T}.path`,
      /not a JSON path/,
    ],
    [
      'a call with an argument',
      withTitle({ pageWorld: 'player.getTitle(1)' }),
      `${T}.pageWorld`,
      /not a path of names/,
    ],
    [
      'a call that is no getter',
      withTitle({ pageWorld: 'player.play()' }),
      `${T}.pageWorld`,
      /not a path of names/,
    ],
    [
      'a page-world path to a constructor',
      withTitle({ pageWorld: 'a.constructor' }),
      `${T}.pageWorld`,
      /not a path of names/,
    ],
    [
      'an unknown transform',
      withTitle({ text: 'h1', transforms: [{ upper: true }] }),
      `${T}.transforms[0]`,
      /found the keys upper; needs one of: stripPrefix/,
    ],
    [
      'a transform without its argument',
      withTitle({ text: 'h1', transforms: [{ split: '-' }] }),
      `${T}.transforms[0].index`,
      /missing/,
    ],
    [
      'a guard that checks nothing',
      withTitle({ text: 'h1', guards: [{ not: true }] }),
      `${T}.guards[0]`,
      /checks nothing/,
    ],
    [
      'a guard with two checks',
      withTitle({ text: 'h1', guards: [{ equals: 'a', matches: 'b' }] }),
      `${T}.guards[0]`,
      /several checks/,
    ],
    [
      'a group that the address does not have',
      withTitle({ url: 'slug' }),
      `${T}.url`,
      /no group or value is called slug; there are .*id/,
    ],
    [
      'a template name without a source',
      withTitle({ text: 'h1', guards: [{ equals: '{slug}' }] }),
      `${T}.guards[0].equals`,
      /\{slug\} is neither/,
    ],
    [
      'an endpoint that is not there',
      withTitle({ endpoint: 'item', path: '$.title' }),
      `${T}.endpoint`,
      /no endpoint item; there are none/,
    ],
    [
      'an endpoint on a foreign host',
      { ...good, endpoints: { item: { urls: ['https://evil.example/{id}'] } } },
      'endpoints.item.urls[0]',
      /not in hosts or apiHosts/,
    ],
    [
      'a brace in an address that belongs to no name, with the form that works',
      { ...good, endpoints: { item: { urls: ['https://www.site.example/q?v={"id":"{id}"}'] } } },
      'endpoints.item.urls[0]',
      /write %7B for \{ and %7D for \}/,
    ],
    [
      'a selector of another page that cannot be read',
      { ...good, endpoints: { item: { urls: ['{$origin}/{id}'], select: { title: 'h1::before' } } } },
      'endpoints.item.select.title',
      /./,
    ],
    [
      'another page that may be of another host',
      {
        ...good,
        endpoints: { item: { urls: ['https://www.site.example/{id}'], select: { title: 'h1' } } },
      },
      'endpoints.item.urls[0]',
      /must begin with \{\$origin\}/,
    ],
    [
      'another page that is posted to',
      { ...good, endpoints: { item: { urls: ['{$origin}/{id}'], select: { title: 'h1' }, method: 'POST' } } },
      'endpoints.item.select',
      /requested with GET/,
    ],
    [
      'an endpoint over http',
      { ...good, endpoints: { item: { urls: ['http://www.site.example/{id}'] } } },
      'endpoints.item.urls[0]',
      /must begin with https/,
    ],
    [
      'an endpoint whose host is a value',
      { ...good, endpoints: { item: { urls: ['https://{id}/x'] } } },
      'endpoints.item.urls[0]',
      /not in hosts/,
    ],
    [
      'a header that is not allowed',
      { ...good, endpoints: { item: { urls: ['https://www.site.example/'], headers: { cookie: 'a' } } } },
      'endpoints.item.headers.cookie',
      /not an allowed header/,
    ],
    [
      'a body without POST',
      { ...good, endpoints: { item: { urls: ['https://www.site.example/'], body: {} } } },
      'endpoints.item.body',
      /POST/,
    ],
    [
      'an invalid date',
      { ...good, verified: { date: 'yesterday', how: 'x' } },
      'verified.date',
      /found "yesterday"/,
    ],
    [
      'a day that the calendar does not have',
      { ...good, verified: { date: '2026-02-30', how: 'x' } },
      'verified.date',
      /not a day of the calendar; found "2026-02-30"/,
    ],
    [
      'a month that the calendar does not have',
      { ...good, verified: { date: '2026-13-01', how: 'x' } },
      'verified.date',
      /not a day of the calendar/,
    ],
    [
      'a document that is too large',
      { ...good, notes: Array.from({ length: 300 }, () => 'x'.repeat(300)) },
      '',
      /too large/,
    ],
  ];

  it.each(faults)('%s', (_, value, path, message) => {
    const problems = problemsOf(value);
    const found = problems.find((problem) => problem.startsWith(`${path}: `));
    expect(found, problems.join('\n')).toMatch(message);
  });

  it('has more than 25 kinds of them', () => {
    expect(faults.length).toBeGreaterThan(25);
  });
});

describe('a __proto__ key in JSON', () => {
  it('is rejected or ignored, and changes no prototype', () => {
    const text = JSON.stringify(good)
      .replace('"name"', '"__proto__":{"polluted":true},"name"')
      .replace('"title"', '"__proto__":[{"text":"h1"}],"title"');
    problemsOf(JSON.parse(text));
    expect(({} as Json)['polluted']).toBeUndefined();
  });
});

describe('the pages for authors', () => {
  const pages = ['README.md', 'reference.md', 'grades.md'].map((name) =>
    readFileSync(new URL(`../../../src/connectors/${name}`, import.meta.url), 'utf8'),
  );
  const blocks = [...pages.join('\n').matchAll(/```json (\w+)\n([^]*?)```/g)].map(
    ([, kind = '', text = '']) => [kind, JSON.parse(text) as unknown] as const,
  );
  const definitions = blocks
    .filter(([kind]) => kind === 'definition')
    .map(([, value]) => value as Definition);
  const base = definitions.find(({ id }) => id === 'my-site') as Definition;
  const first = base.pages[0] as unknown as Json;
  const endpoints = Object.fromEntries(
    blocks.filter(([kind]) => kind === 'endpoints').flatMap(([, value]) => Object.entries(value as Json)),
  );
  const around = (change: Json): unknown => ({
    ...base,
    apiHosts: ['api.my-site.example'],
    endpoints,
    pages: [
      {
        ...first,
        match: { path: '^/watch/(?<id>\\d+)/(?<season>\\d+)' },
        values: { token: [{ storage: 'token' }] },
        ...change,
      },
    ],
  });

  it.each(blocks)('has a %s that is valid: %j', (kind, value) => {
    if (kind === 'cases') expect(casesFileSchema.safeParse(value).error).toBeUndefined();
    else if (kind === 'definition') expect(problemsOf(value)).toEqual([]);
    else if (kind === 'evidence') expect(checkEvidence({ ...base, evidence: value })).toEqual([]);
    else if (kind === 'player') expect(problemsOf(around({ player: value }))).toEqual([]);
    else if (kind === 'endpoints') expect(problemsOf(around({}))).toEqual([]);
    else expect(problemsOf(around({ item: { title: [value] } }))).toEqual([]);
  });

  it.each(casesWithDefinition())('has cases that the definition of $id passes', async (definition, file) => {
    const cases = casesFileSchema.parse(file).cases.map(savedCaseOf);
    const results = (await Promise.all(cases.map((one) => runCase(definition, one)))).flat();
    expect(results.length).toBeGreaterThan(0);
    for (const { about, actual, expected } of results) expect(actual, about).toEqual(expected);
  });

  /** Each file of cases with the last definition before it. */
  function casesWithDefinition(): (readonly [Definition, unknown])[] {
    return blocks.flatMap(([kind, value], at) => {
      const before = blocks.slice(0, at).findLast(([other]) => other === 'definition');
      return kind === 'cases' ? [[before?.[1] as Definition, value] as const] : [];
    });
  }

  it('has an example of every kind of source', () => {
    const used = new Set(
      blocks.filter(([kind]) => kind === 'source').map(([, value]) => Object.keys(value as Json)[0]),
    );
    expect(sourceKinds.filter((kind) => !used.has(kind))).toEqual([]);
  });
});

describe('the built-in definitions', () => {
  it.each(builtInSites().map((site) => [site.id, site] as const))('%s is good', (_, site) => {
    expect(checkDefinitionFile(site).problems).toEqual([]);
  });

  it('are sorted, each id once, in a folder of that name', () => {
    const ids = builtInDefinitions().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)));
    expect(builtInSites().map(({ id }) => id)).toEqual(ids);
  });
});

it('the guide for authors has at most 300 lines', () => {
  const guide = readFileSync(new URL('../../../src/connectors/README.md', import.meta.url), 'utf8');
  expect(guide.split('\n').length).toBeLessThanOrEqual(301);
});

it('every generated file is current (npm run connector -- schema, npm run connector -- sites)', () => {
  expect(outdatedFiles().map(({ path }) => path)).toEqual([]);
});

it('the page-world readers of a definition are those of its sources and guards, each once', () => {
  const source = { pageWorld: 'player.getId()', element: '#p' };
  const parsed = parseDefinition(
    withTitle({ ...source, guards: [{ of: source }, { of: { pageWorld: 'player.getId()' } }] }),
  );
  const steps = [{ get: 'player' }, { call: 'getId' }];
  expect(parsed.ok && declaredReaders(parsed.definition)).toEqual([
    { key: '#p player.getId()', steps, element: '#p' },
    { key: 'player.getId()', steps },
  ]);
});
