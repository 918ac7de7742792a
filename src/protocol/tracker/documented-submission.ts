import { isRecord } from '../../core/values/is-record';
import type { ConnectorSubmission } from './connector-submission';
import type { Fields } from './read-fields';

/** How a field is read, in terms that need no knowledge of our definitions. */
type Extractor = Readonly<{
  /** A regular expression for the paths of the page. */
  page?: string;
  /** What is read: `text`, `attribute`, `jsonLd`, `url` and others. */
  type: string;
  /** CSS selector of the element, if there is one. */
  selector?: string;
  attribute?: string;
  /** JSONPath in the data of the element. */
  path?: string;
  /** The part of the text, as a regular expression with one group. */
  regex?: string;
}>;

/** Most hosts that API v1 allows. */
const DOMAIN_LIMIT = 10;
/** Most ways to read one field that are stated. */
const EXTRACTOR_LIMIT = 20;

/**
 * A submission as API v1 documents it: at most ten domains without wildcards, and for each field of a title
 * the `extractors` that read it. Our own definition, which also says when a source is trusted, is sent beside
 * them.
 */
export function documentedSubmission({
  name,
  domains,
  definition,
}: ConnectorSubmission): ConnectorSubmission {
  const plain = domains.map((domain) => domain.replace(/^\*\./, ''));
  return {
    name,
    domains: [...new Set(plain)].slice(0, DOMAIN_LIMIT),
    definition: { version: 1, extractors: extractorsOf(definition), matinee: definition },
  };
}

/** By the name of the field: `title`, `seriesTitle`, `ids.tmdb`. */
function extractorsOf({ pages }: Fields): Readonly<Record<string, Extractor[]>> {
  const found = new Map<string, Extractor[]>();
  for (const page of Array.isArray(pages) ? pages : []) {
    if (!isRecord(page)) continue;
    const match = isRecord(page['match']) ? page['match']['path'] : undefined;
    for (const [field, source] of sourcesOf(page['item'])) {
      const one = toExtractor(source);
      if (one === undefined) continue;
      const all = found.get(field) ?? [];
      if (all.length >= EXTRACTOR_LIMIT) continue;
      found.set(field, [...all, typeof match === 'string' ? { page: match, ...one } : one]);
    }
  }
  return Object.fromEntries(found);
}

function sourcesOf(item: unknown, prefix = ''): (readonly [field: string, source: Fields])[] {
  if (!isRecord(item)) return [];
  return Object.entries(item).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.filter(isRecord).map((source) => [`${prefix}${name}`, source] as const)
      : sourcesOf(value, `${name}.`),
  );
}

/** `undefined` if it would match every element. */
function toExtractor(source: Fields): Extractor | undefined {
  const [type = '', value] = Object.entries(source)[0] ?? [];
  const { name, path, matches } = source;
  const regex = texts({ regex: type === 'scan' ? matches : groupOf(source) });
  if (OF_ELEMENT.has(type)) return specific({ type, selector: value, path }, regex);
  switch (type) {
    case 'attribute':
      return specific({ type, selector: value, attribute: name }, regex);
    case 'title':
      return { type, selector: 'title', ...regex };
    case 'meta': {
      const quoted = JSON.stringify(String(value));
      return {
        type,
        selector: `meta[name=${quoted}], meta[property=${quoted}]`,
        attribute: 'content',
        ...regex,
      };
    }
    case 'jsonLd':
      return { type, selector: 'script[type="application/ld+json"]', ...texts({ path }), ...regex };
    default:
      return { type, ...texts({ path, name: typeof value === 'string' ? value : undefined }), ...regex };
  }
}

/** Kinds whose value is a selector. */
const OF_ELEMENT: ReadonlySet<string> = new Set(['text', 'scan', 'exists', 'scriptJson']);

/** The expression of the first transform, if it extracts a part of the text. */
function groupOf({ transforms }: Fields): unknown {
  const first: unknown = Array.isArray(transforms) ? transforms[0] : undefined;
  return isRecord(first) ? first['regex'] : undefined;
}

function specific(fields: Fields & Readonly<{ type: string }>, more: object): Extractor | undefined {
  const { type, ...others } = fields;
  const known = texts(others);
  return UNIVERSAL.test(String(known['selector'])) ? undefined : { type, ...known, ...more };
}

/** A `*` that stands for any element; one in an attribute, as in `[href*="x"]`, does not. */
const UNIVERSAL = /(^|[\s>+~,(])\*(?!=)/;

function texts(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
