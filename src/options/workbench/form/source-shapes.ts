import { isRecord } from '../../../core/values/is-record';
import type { SourceKind, TransformKind } from '../../../protocol/definition/definition';

/** One value of a source or transform, as the form edits it. */
export type Slot = Readonly<{
  key: string;
  type: 'text' | 'number' | 'flag' | 'list' | 'json' | 'choice';
  options?: string[];
  /** The value in a new source. A slot without a start value is left out until it is filled in. */
  start?: unknown;
}>;

type Shapes = Readonly<Record<string, Slot[]>>;

const around: Slot = { key: 'aroundVideo', type: 'text' };
const index: Slot = { key: 'index', type: 'number' };
const path: Slot = { key: 'path', type: 'text', start: '$' };

/** The slots of each kind of source. The first slot has the name of the kind. */
export const sourceShapes: Readonly<Record<SourceKind, Slot[]>> = {
  text: [{ key: 'text', type: 'text', start: 'h1' }, index, { key: 'own', type: 'flag' }, around],
  attribute: [
    { key: 'attribute', type: 'text', start: 'a' },
    { key: 'name', type: 'text', start: 'href' },
    index,
    around,
  ],
  scan: [
    { key: 'scan', type: 'text', start: 'span' },
    { key: 'matches', type: 'text', start: '^S\\d+' },
    { key: 'name', type: 'text' },
    { key: 'offset', type: 'number' },
    around,
  ],
  exists: [{ key: 'exists', type: 'text', start: 'video' }, { key: 'visible', type: 'flag' }, around],
  jsonLd: [
    { key: 'jsonLd', type: 'list', start: ['TVEpisode'] },
    { ...path, start: '$.name' },
    { key: 'about', type: 'text' },
  ],
  meta: [{ key: 'meta', type: 'text', start: 'og:title' }],
  title: [{ key: 'title', type: 'flag', start: true }],
  mediaSession: [
    { key: 'mediaSession', type: 'choice', options: ['title', 'artist', 'album'], start: 'title' },
  ],
  url: [{ key: 'url', type: 'text', start: '$path' }],
  scriptJson: [{ key: 'scriptJson', type: 'text', start: 'script[type="application/json"]' }, path],
  scriptAssignment: [{ key: 'scriptAssignment', type: 'text', start: 'window.__data' }, path],
  nextFlight: [
    { key: 'nextFlight', type: 'flag', start: true },
    { ...path, start: '$..title' },
  ],
  storage: [
    { key: 'storage', type: 'text', start: 'key' },
    { key: 'area', type: 'choice', options: ['local', 'session'] },
    { key: 'path', type: 'text' },
  ],
  endpoint: [{ key: 'endpoint', type: 'text', start: 'metadata' }, path],
  pageWorld: [
    { key: 'pageWorld', type: 'text', start: 'player.title' },
    { key: 'element', type: 'text' },
    { key: 'path', type: 'text' },
  ],
  request: [{ key: 'request', type: 'text', start: '/video/(\\d+)' }],
  received: [{ key: 'received', type: 'text', start: '/metadata' }, path, { key: 'about', type: 'text' }],
  constant: [{ key: 'constant', type: 'text', start: '1' }],
};

export const transformShapes: Readonly<Record<TransformKind, Slot[]>> = {
  seasonEpisode: [
    {
      key: 'seasonEpisode',
      type: 'choice',
      options: ['season', 'episode', 'title', 'series'],
      start: 'episode',
    },
  ],
  stripPrefix: [{ key: 'stripPrefix', type: 'text', start: 'Watch ' }],
  stripSuffix: [{ key: 'stripSuffix', type: 'text', start: ' | Site' }],
  regex: [
    { key: 'regex', type: 'text', start: '(.+)' },
    { key: 'group', type: 'number' },
  ],
  replace: [
    { key: 'replace', type: 'text', start: '\\s+' },
    { key: 'with', type: 'text', start: ' ' },
  ],
  split: [
    { key: 'split', type: 'text', start: ' | ' },
    { key: 'index', type: 'number', start: 0 },
  ],
  number: [{ key: 'number', type: 'choice', options: ['digits', 'roman', 'kanji', 'any'], start: 'any' }],
  factor: [{ key: 'factor', type: 'number', start: 0.001 }],
  deslug: [{ key: 'deslug', type: 'flag', start: true }],
  undouble: [{ key: 'undouble', type: 'flag', start: true }],
  lookup: [
    { key: 'lookup', type: 'json', start: { MOV: 'movie' } },
    { key: 'else', type: 'text' },
  ],
  format: [{ key: 'format', type: 'text', start: '{value}' }],
  jsonPath: [{ key: 'jsonPath', type: 'text', start: '$' }],
  find: [
    { key: 'find', type: 'text', start: '$.id' },
    { key: 'equals', type: 'text', start: '{id}' },
  ],
  largest: [{ key: 'largest', type: 'text', start: '$.date' }],
};

/** The kind of a source or transform. Every kind has a key of its own name. */
export function kindOf(value: unknown, shapes: Shapes): string | undefined {
  return isRecord(value) ? Object.keys(shapes).find((kind) => Object.hasOwn(value, kind)) : undefined;
}

/** The slots of a kind; none for a name that is not a kind. */
export function shapeOf(kind: string, shapes: Shapes): Slot[] {
  return Object.hasOwn(shapes, kind) ? (shapes[kind] ?? []) : [];
}

/** A new source or transform with these slots. */
export function startOf(slots: Slot[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    slots.flatMap(({ key, start }) => (start === undefined ? [] : [[key, start] as const])),
  );
}
