import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkImportedDefinition } from '../../../src/protocol/definition/check-imported';
import type { Definition } from '../../../src/protocol/definition/definition';
import { newReach } from '../../../src/protocol/definition/reach';

/** A definition with every field that a change can lead to. */
const base = {
  version: 1,
  id: 'my-site',
  name: 'Mine',
  hosts: ['www.example.org'],
  apiHosts: ['api.example.org'],
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/(?<id>\\d+)', exclude: ['^/watch/0'] },
      values: { number: [{ url: 'id' }] },
      gate: [{ exists: '.player' }],
      item: { title: [{ text: 'h1' }], year: [{ endpoint: 'film', path: '$.year' }] },
      player: { only: true, exclude: ['.preview'], minDuration: 300 },
    },
  ],
  frames: [{ hosts: ['player.example.org'], path: '^/embed', player: { only: true, minDuration: 300 } }],
  endpoints: { film: { urls: ['{$origin}/film/{id}'], select: { title: 'h1' } } },
  verified: { date: null, how: 'not verified' },
};

type Base = typeof base;
type Parts = Record<string, unknown>;
type Change = (definition: Base) => unknown;

const page =
  (parts: Parts): Change =>
  (one) =>
    Object.assign(one.pages[0] ?? {}, parts);
const match =
  (parts: Parts): Change =>
  (one) =>
    Object.assign(one.pages[0]?.match ?? {}, parts);
const item =
  (parts: Parts): Change =>
  (one) =>
    Object.assign(one.pages[0]?.item ?? {}, parts);
const title = (source: Parts): Change => item({ title: [source] });
const player =
  (parts: Parts): Change =>
  (one) =>
    Object.assign(one.pages[0]?.player ?? {}, parts);
const frame =
  (parts: Parts): Change =>
  (one) =>
    Object.assign(one.frames[0] ?? {}, parts);
const endpoint =
  (parts: Parts): Change =>
  (one) =>
    Object.assign(one.endpoints.film, parts);
const whole =
  (parts: Parts): Change =>
  (one) =>
    Object.assign(one, parts);

/** Changes of a field for which an update waits. */
const waits: Readonly<Record<string, readonly Change[]>> = {
  hosts: [whole({ hosts: ['www.example.org', 'account.example.org'] })],
  apiHosts: [whole({ apiHosts: ['api.example.org', 'other.example.org'] })],
  userHosts: [whole({ userHosts: { fingerprint: [{ title: true }] } })],
  pages: [
    (one) =>
      one.pages.push({
        ...structuredClone(one.pages[0] as Base['pages'][0]),
        kind: 'account',
        match: { path: '^/account', exclude: [] },
      }),
  ],
  'pages.match.path': [match({ path: '^/' }), match({ path: '^/(watch|account)' })],
  'pages.match.host': [match({ host: '^www' })],
  'pages.match.query': [match({ query: { page: '.' } })],
  'pages.match.hash': [match({ hash: '.' })],
  'pages.match.exclude': [match({ exclude: [] }), match({ exclude: ['^/watch/00'] })],
  'pages.generic': [page({ generic: 'confirmed' })],
  'pages.gate': [page({ gate: undefined }), page({ gate: [{ exists: 'body' }] })],
  'player.only': [player({ only: undefined }), frame({ player: { minDuration: 300 } })],
  'player.exclude': [player({ exclude: undefined })],
  'player.shadow': [player({ shadow: true })],
  'player.inFrame': [player({ inFrame: true })],
  'player.minDuration': [
    player({ minDuration: 0 }),
    player({ minDuration: undefined }),
    frame({ player: { only: true, minDuration: 0 } }),
  ],
  'player.clock': [player({ clock: { position: [{ text: '.time' }] } })],
  frames: [
    (one) =>
      one.frames.push({ hosts: ['other.example.org'], path: '^/', player: { only: true, minDuration: 300 } }),
  ],
  'frames.hosts': [frame({ hosts: ['player.example.org', 'account.example.org'] })],
  'frames.path': [frame({ path: '^/' }), frame({ path: undefined })],
  endpoints: [
    (one) => Object.assign(one.endpoints, { account: { urls: ['https://api.example.org/account'] } }),
  ],
  'endpoints.*.urls': [endpoint({ urls: ['https://api.example.org/account'] })],
  'endpoints.*.method': [endpoint({ method: 'POST' })],
  'endpoints.*.headers': [endpoint({ headers: { 'x-a': 'b' } })],
  'endpoints.*.body': [endpoint({ body: {} })],
  'endpoints.*.credentials': [endpoint({ credentials: true })],
  'endpoints.*.select': [endpoint({ select: { title: '.email' } })],
  'source.url': [title({ url: '$query' }), title({ url: '$hash' })],
  'source.text': [title({ text: 'iframe >> h1' })],
  'source.attribute': [title({ attribute: 'body', name: 'data-user' })],
  'source.name': [title({ attribute: 'a', name: 'href' }), title({ scan: 'a', matches: '.', name: 'href' })],
  'source.meta': [title({ meta: 'csrf-token' })],
  'source.scriptJson': [title({ scriptJson: '#data', path: '$.user' })],
  'source.scriptAssignment': [title({ scriptAssignment: 'window.data', path: '$.user' })],
  'source.nextFlight': [title({ nextFlight: true, path: '$.user' })],
  'source.path': [item({ year: [{ endpoint: 'film', path: '$.user.email' }] })],
  'source.storage': [title({ storage: 'token' })],
  'source.area': [title({ storage: 'token', area: 'session' })],
  'source.endpoint': [title({ endpoint: 'film', path: '$.user' })],
  'source.pageWorld': [title({ pageWorld: 'user.email' })],
  'source.element': [title({ pageWorld: 'user', element: 'form' })],
  'source.request': [title({ request: 'token=(.*)' })],
  'source.received': [title({ received: '/account', path: '$.mail' })],
  'guard.of': [title({ text: 'h1', guards: [{ of: { storage: 'token' }, equals: 'a' }] })],
};

/** Why a change of a field is taken without a question. */
const text = 'text that the page shows';
const kept = 'the sources below it are looked at one by one';
const decides = 'decides only whether something is read or recorded, of what is read anyway';
const shown = 'is only shown';
const cleans = 'cleans what was read';
const harmless: Readonly<Record<string, readonly [why: string, ...changes: Change[]]>> = {
  $schema: [shown],
  version: [shown],
  id: ['that of the list, or the release is refused'],
  name: [shown, whole({ name: 'Other' })],
  homepage: [shown, whole({ homepage: 'https://www.example.org/' })],
  regions: [shown],
  languages: [shown],
  verified: [shown],
  'verified.date': [shown],
  'verified.how': [shown],
  evidence: [shown],
  'evidence.source': [shown],
  'evidence.kind': [shown],
  'evidence.date': [shown],
  'evidence.fields': [shown],
  'evidence.says': [shown],
  'evidence.leaves': [shown],
  'evidence.differs': [shown],
  notes: [shown],
  extends: ['is resolved when the package is built, and refused in what is downloaded'],
  sources: [shown],
  'userHosts.fingerprint': [kept],
  'pages.kind': ['names the page', page({ kind: 'play' })],
  'pages.match': ['its parts are looked at one by one', match({ exclude: ['^/watch/0', '^/watch/1'] })],
  'pages.values': [kept, page({ values: { number: [{ text: 'h2' }] } })],
  'pages.identity': [kept, page({ identity: [{ text: 'h2' }] })],
  'pages.item': [
    kept,
    title({ text: '.title' }),
    title({ title: true }),
    item({ seriesTitle: [{ text: 'h2' }] }),
  ],
  'pages.player': ['its parts are looked at one by one'],
  'pages.generic': ['structured data that the page states for everybody', page({ generic: false })],
  'frames.player': ['its parts are looked at one by one'],
  'player.video': ['another video of the same page', player({ video: ['video.main'] })],
  'player.clock.position': [kept],
  'player.clock.duration': [kept],
  'player.clock.paused': [kept],
  'player.ad': [decides, player({ ad: [{ exists: '.ad' }] })],
  'player.live': [decides],
  'player.trailer': [decides],
  'endpoints.*.check': [decides, endpoint({ check: { path: '$.id', equals: '{id}' } })],
  'endpoints.*.check.path': [decides],
  'endpoints.*.check.equals': [decides],
  'source.index': [text, title({ text: 'h1', index: 1 })],
  'source.own': [text, title({ text: 'h1', own: true })],
  'source.aroundVideo': [text, title({ text: 'h1', aroundVideo: 'main' })],
  'source.scan': [text, title({ scan: 'h2', matches: '.' })],
  'source.matches': [text],
  'source.offset': [text],
  'source.exists': [decides, title({ exists: '.film' })],
  'source.visible': [decides],
  'source.title': [text],
  'source.jsonLd': ['what the page states for search engines', title({ jsonLd: ['Movie'], path: '$.name' })],
  'source.about': [decides],
  'source.mediaSession': ['what the system shows while it plays', title({ mediaSession: 'title' })],
  'source.constant': ['reads nothing', title({ constant: 'Film' })],
  'source.remember': [cleans],
  'source.transforms': [cleans, title({ text: 'h1', transforms: [{ regex: '(.*) –', group: 1 }] })],
  'source.guards': [decides, title({ text: 'h1', guards: [{ matches: '.' }] })],
  'guard.equals': [decides],
  'guard.contains': [decides],
  'guard.matches': [decides],
  'guard.not': [decides],
};

const changed = (change: Change) => {
  const definition = structuredClone(base);
  change(definition);
  return newReach(base as unknown as Definition, definition as unknown as Definition);
};

test('every field of the schema is harmless when changed, or makes the update wait', () => {
  const known = new Set([...Object.keys(waits), ...Object.keys(harmless)]);
  const inSchema = schemaFields();
  expect([...inSchema].filter((field) => !known.has(field))).toEqual([]);
  expect([...known].filter((field) => !inSchema.has(field))).toEqual([]);
});

test('the definition is one that the checker takes', () =>
  expect(checkImportedDefinition(base).ok).toBe(true));

describe.each(Object.entries(waits))('%s', (_, changes) => {
  test.each(changes)('makes the update wait', (change) => expect(changed(change)).not.toEqual([]));
});

const silent = Object.entries(harmless).flatMap(([field, [why, ...changes]]) =>
  changes.map((change) => [field, why, change] as const),
);
test.each(silent)('%s is harmless when changed: %s', (_, __, change) => expect(changed(change)).toEqual([]));

test('what was read before is no new reach, and pages that are left out are none', () => {
  const before = structuredClone(base);
  item({ title: [{ attribute: 'a', name: 'href' }] })(before);
  const after = structuredClone(before);
  item({ title: [{ attribute: 'a.other', name: 'href' }] })(after);
  after.frames = [];
  expect(newReach(before as unknown as Definition, after as unknown as Definition)).toEqual([]);
});

/** The fields of the schema; those of every source, guard, transform and player once. */
function schemaFields(): ReadonlySet<string> {
  interface Schema {
    readonly $ref?: string;
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly additionalProperties?: boolean | Schema;
    readonly anyOf?: readonly Schema[];
    readonly $defs?: Readonly<Record<string, Schema>>;
  }
  const schema = JSON.parse(readFileSync('src/connectors/definition.schema.json', 'utf8')) as Schema;
  const found = new Set<string>();
  const walk = (node: Schema, path: string, open: readonly string[]): void => {
    const name = node.$ref?.split('/').at(-1);
    if (name !== undefined) {
      if (!open.includes(name)) walk(schema.$defs?.[name] ?? {}, path, [...open, name]);
      return;
    }
    for (const one of node.anyOf ?? []) walk(one, path, open);
    if (node.items !== undefined) walk(node.items, path, open);
    if (typeof node.additionalProperties === 'object') walk(node.additionalProperties, `${path}.*`, open);
    for (const [key, value] of Object.entries(node.properties ?? {})) {
      const field = path === '' ? key : `${path}.${key}`;
      found.add(shortField(field));
      walk(value, field, open);
    }
  };
  walk(schema, '', []);
  found.delete('');
  return found;
}

const SOURCE_KEYS =
  'url text attribute scan exists title meta jsonLd scriptJson scriptAssignment nextFlight mediaSession storage endpoint pageWorld request received constant path area element name index own aroundVideo matches offset visible about remember transforms guards';

function shortField(field: string): string {
  if (/\.transforms\./.test(field)) return 'source.transforms';
  const guard = /\.guards\.(?!of\.)(\w+)$/.exec(field)?.[1];
  if (guard !== undefined) return `guard.${guard}`;
  const last = field.split('.').at(-1) ?? '';
  const owner = field.replace(/\.\w+$/, '');
  const isSource =
    /\.(?:fingerprint|gate|identity|position|duration|paused|ad|live|trailer|of)$|^pages\.values\.\*$/.test(
      owner,
    ) || owner.startsWith('pages.item.');
  if (isSource && SOURCE_KEYS.split(' ').includes(last)) return `source.${last}`;
  if (field.startsWith('pages.item.')) return 'pages.item';
  return field.replace(/^(?:pages|frames)\.player\./, 'player.');
}
