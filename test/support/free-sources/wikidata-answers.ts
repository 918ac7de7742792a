import type { OpenFacts } from './open-facts';

export interface WikidataAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The action API of wikidata.org for the facts: `list=search` with words and `haswbstatement`, and
 * `wbgetentities`. Strict: what the real one refuses is refused.
 */
export function createWikidataAnswers(facts: readonly OpenFacts[]) {
  const byId = new Map(facts.map((one) => [one.wikidataId, one]));
  const items = new Map(facts.flatMap(itemsOf).map((name) => [itemId(name), name]));
  return (query: URLSearchParams): WikidataAnswer => {
    if (query.get('format') !== 'json') return { status: 200, body: '<html>' };
    const action = query.get('action');
    if (action === 'query' && query.get('list') === 'search') return search(facts, query);
    if (action === 'wbgetentities') return entities(byId, items, query);
    return failure('badvalue', `Unrecognized value for parameter "action": ${action ?? ''}.`);
  };
}

function failure(code: string, info: string): WikidataAnswer {
  return { status: 200, body: { error: { code, info, docref: '' }, servedby: 'mw' } };
}

function search(facts: readonly OpenFacts[], query: URLSearchParams): WikidataAnswer {
  const text = query.get('srsearch') ?? '';
  if (text === '') return failure('missingparam', 'The "srsearch" parameter must be set.');
  const limit = Math.min(Number(query.get('srlimit') ?? '10'), 500);
  const statements = [...text.matchAll(/haswbstatement:(\S+)/g)].map(([, one = '']) => one);
  const words = plainWords(text.replaceAll(/haswbstatement:\S+/g, ''));
  const found = facts
    .filter((one) => statements.every((statement) => hasStatement(one, statement)))
    .filter((one) => {
      const known = wordsOf(one);
      return words.every((word) => known.has(word));
    })
    .toSorted((a, b) => exactness(b, words) - exactness(a, words) || (b.sitelinks ?? 0) - (a.sitelinks ?? 0));
  const hits = found.slice(0, limit).map(({ wikidataId }) => ({
    ns: 0,
    title: wikidataId,
    pageid: Number(wikidataId.slice(1)),
  }));
  return {
    status: 200,
    body: { batchcomplete: '', query: { searchinfo: { totalhits: found.length }, search: hits } },
  };
}

/** The words of all names of a work, cut once. */
function wordsOf(one: OpenFacts): ReadonlySet<string> {
  const known = cutWords.get(one) ?? new Set(plainWords(namesOf(one).join(' ')));
  cutWords.set(one, known);
  return known;
}

const cutWords = new WeakMap<OpenFacts, ReadonlySet<string>>();

function exactness(one: OpenFacts, words: readonly string[]): number {
  return namesOf(one).some((name) => plainWords(name).join(' ') === words.join(' ')) ? 1 : 0;
}

function namesOf({ labels, aliases = {}, original }: OpenFacts): string[] {
  return [...Object.values(labels), ...Object.values(aliases).flat(), ...(original ? [original.text] : [])];
}

/** Case, accents and signs are folded; languages without spaces are cut into letters. */
function plainWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<letter>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu, ' $<letter> ')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
}

/** `P4947`, `P345=tt0133093`, `P1874=1|P8055=2`. */
function hasStatement(one: OpenFacts, statement: string): boolean {
  const claims = claimsOf(one);
  return statement.split('|').some((part) => {
    const [property = '', value] = part.split('=');
    const own = claims[property];
    return own !== undefined && (value === undefined || own === value);
  });
}

function claimsOf({ kind, tmdbId, imdbId, tvdbId, tvmazeId, claims = {} }: OpenFacts) {
  const ids: Record<string, string | undefined> = {
    [kind === 'movie' ? 'P4947' : 'P4983']: tmdbId?.toString(),
    P345: imdbId,
    P4835: tvdbId?.toString(),
    P8600: tvmazeId?.toString(),
    ...claims,
  };
  return ids;
}

function itemsOf({ genres = [], makers = [], cast = [] }: OpenFacts): string[] {
  return [...genres, ...makers, ...cast];
}

/** A person or a genre is an item with a name. */
function itemId(name: string): string {
  const number = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 99_991, 7);
  return `Q${String(7_000_000 + number)}`;
}

function entities(
  byId: ReadonlyMap<string, OpenFacts>,
  items: ReadonlyMap<string, string>,
  query: URLSearchParams,
): WikidataAnswer {
  const ids = (query.get('ids') ?? '').split('|');
  if (ids.length > 50) return failure('toomanyvalues', 'Too many values supplied for parameter "ids".');
  const bad = ids.find((id) => !/^Q\d+$/.test(id));
  if (bad !== undefined) return failure('no-such-entity', `Could not find an entity with the ID "${bad}".`);
  const entries = ids.map((id) => {
    const one = byId.get(id);
    const name = items.get(id);
    if (one !== undefined) return [id, entityOf(one)] as const;
    if (name === undefined) return [id, { id, missing: '' }] as const;
    const labels = { en: { language: 'en', value: name }, de: { language: 'de', value: `${name} (de)` } };
    const asked = (query.get('languages') ?? 'de|en').split('|');
    return [
      id,
      {
        type: 'item',
        id,
        labels: Object.fromEntries(Object.entries(labels).filter(([code]) => asked.includes(code))),
      },
    ] as const;
  });
  return { status: 200, body: { entities: Object.fromEntries<unknown>(entries), success: 1 } };
}

function entityOf(one: OpenFacts) {
  const term = (language: string, value: string) => ({ language, value });
  const { labels, aliases = {}, original, year, minutes, kind, sitelinks = 5 } = one;
  const ids = Object.entries(claimsOf(one)).flatMap(([property, value]) =>
    value === undefined ? [] : [[property, [claim(property, value, 'string', 'external-id')]] as const],
  );
  const time = { time: `+${String(year)}-03-01T00:00:00Z`, timezone: 0, precision: 11 };
  const published = kind === 'tv' ? 'P580' : 'P577';
  const duration = { amount: `+${String(minutes)}`, unit: 'http://www.wikidata.org/entity/Q7727' };
  return {
    type: 'item',
    id: one.wikidataId,
    labels: mapOf(Object.entries(labels).map(([code, value]) => [code, term(code, value)])),
    aliases: mapOf(
      Object.entries(aliases).map(([code, values]) => [code, values.map((value) => term(code, value))]),
    ),
    claims: Object.fromEntries([
      ...ids,
      [published, [claim(published, time, 'time', 'time')]],
      ...(minutes === undefined ? [] : [['P2047', [claim('P2047', duration, 'quantity', 'quantity')]]]),
      ...Object.entries({
        P136: one.genres,
        [kind === 'movie' ? 'P57' : 'P170']: one.makers,
        P161: one.cast,
      }).map(([property, names = []]) => [
        property,
        names.map((name) => claim(property, { id: itemId(name) }, 'wikibase-entityid', 'wikibase-item')),
      ]),
      ...(original ? [['P1476', [claim('P1476', original, 'monolingualtext', 'monolingualtext')]]] : []),
    ]) as Record<string, unknown>,
    sitelinks: mapOf(
      Array.from({ length: sitelinks }, (_, index) => {
        const site = `x${String(index)}wiki`;
        return [site, { site, title: Object.values(labels)[0], badges: [] }];
      }),
    ),
  };
}

/** PHP writes an empty map as a list. */
function mapOf(entries: readonly (readonly [string, unknown])[]): unknown {
  return entries.length === 0 ? [] : Object.fromEntries(entries);
}

function claim(property: string, value: unknown, type: string, datatype: string) {
  const datavalue = { value, type };
  return {
    mainsnak: { snaktype: 'value', property, datavalue, datatype },
    type: 'statement',
    rank: 'normal',
  };
}

/**
 * query.wikidata.org for the one form of question that the pack asks. Strict: a prefix or a property that it
 * does not know is refused, as a query that would not end is.
 */
export function createQueryAnswers(facts: readonly OpenFacts[], modified: (one: OpenFacts) => string) {
  return (query: URLSearchParams): WikidataAnswer => {
    const text = query.get('query') ?? '';
    const property = /\?item wdt:(P\d+) \[\] ; schema:dateModified/.exec(text)?.[1];
    const [, from, below] = /FILTER\(\?links >= (\d+) && \?links < (\d+)\)/.exec(text) ?? [];
    if (property === undefined || from === undefined || query.get('format') !== 'json')
      return { status: 400, body: 'SPARQL-QUERY: MALFORMED' };
    const found = facts.filter((one) => {
      const links = one.sitelinks ?? 5;
      return claimsOf(one)[property] !== undefined && links >= Number(from) && links < Number(below);
    });
    const typed = (value: string, type: string) => ({ type: 'literal', datatype: type, value });
    const bindings = found.map((one) => ({
      item: { type: 'uri', value: `http://www.wikidata.org/entity/${one.wikidataId}` },
      links: typed(String(one.sitelinks ?? 5), 'http://www.w3.org/2001/XMLSchema#integer'),
      modified: typed(modified(one), 'http://www.w3.org/2001/XMLSchema#dateTime'),
    }));
    const body = { head: { vars: ['item', 'links', 'modified'] }, results: { bindings } };
    return { status: 200, body };
  };
}
