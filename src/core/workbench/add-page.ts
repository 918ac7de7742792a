import { defined } from '../values/defined';
import { isRecord } from '../values/is-record';
import type { DraftDefinition } from './draft-definition';

/** Pages that a definition can have. */
const MOST_PAGES = 8;

/**
 * The definition with the page of another draft of the same site. The page gets a free name. Unchanged if the
 * definition has a page for the same addresses, or no room.
 */
export function addPage(definition: DraftDefinition, draft: DraftDefinition): DraftDefinition {
  const pages = listOf(definition['pages']);
  const [page] = listOf(draft['pages']);
  const isKnown = pages.some(({ match }) => JSON.stringify(match) === JSON.stringify(page?.['match']));
  if (page === undefined || isKnown || pages.length >= MOST_PAGES) return definition;
  const kinds = new Set(pages.map(({ kind }) => kind));
  const kind = ['watch', ...Array.from({ length: MOST_PAGES }, (_, at) => `watch-${at + 2}`)].find(
    (name) => !kinds.has(name),
  );
  return {
    ...definition,
    hosts: [...new Set([...(definition['hosts'] as unknown[]), ...(draft['hosts'] as unknown[])])],
    pages: [...pages, { ...page, kind }],
    ...defined({ frames: definition['frames'] ?? draft['frames'] }),
  };
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isRecord) : [];
}
