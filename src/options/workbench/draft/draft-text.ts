import { valueAt, parseDraft } from '../../../core/workbench/draft-history';
import type { Definition, Problem } from '../../../protocol/definition/definition';
import { checkImportedDefinition } from '../../../protocol/definition/check-imported';
import type { DraftRecord } from '../../../core/workbench/draft-record';

/** Index of the page of this kind in a draft; 0 if there is none. */
export function pageIndex(value: unknown, kind: string | undefined): number {
  const pages = valueAt(value, ['pages']);
  const found = Array.isArray(pages) ? pages.findIndex((page) => valueAt(page, ['kind']) === kind) : -1;
  return Math.max(0, found);
}

/** Names of the capture groups in all patterns of a draft. Templates may use them. */
export function groupNames(value: unknown): string[] {
  const json = JSON.stringify(valueAt(value, ['pages']) ?? []);
  return [...json.matchAll(/\(\?<([A-Za-z]\w*)>/g)].map(([, name = '']) => name);
}

/** Names that the templates of a source use. */
export function namesIn(source: unknown): string[] {
  const template = /"(?:about|contains|equals)":"[^"]*\{([A-Za-z]\w*)\}/g;
  return [...JSON.stringify(source).matchAll(template)].map(([, name = '']) => name);
}

/** Maximum number of sources of a field. */
export const MAX_SOURCES = 12;

/**
 * The list of sources with this one first, without a duplicate. `after`: keeps only that many sources and
 * puts this one after them.
 */
export function withSource(source: unknown, sources: unknown, after = 0): unknown[] {
  const others = Array.isArray(sources) ? (sources as unknown[]) : [];
  if (after > 0) return [...others.slice(0, after), source];
  const same = JSON.stringify(source);
  return [source, ...others.filter((one) => JSON.stringify(one) !== same)].slice(0, MAX_SOURCES);
}

/** The text of a draft: not JSON (`at` is the offset), JSON with problems, or a valid definition. */
export type DraftReading =
  | Readonly<{ state: 'broken'; at: number; message: string }>
  | Readonly<{ state: 'wrong'; value: unknown; problems: Problem[] }>
  | Readonly<{ state: 'good'; value: unknown; definition: Definition }>;

export function readDraft(text: string): DraftReading {
  const parsed = parseDraft(text);
  if (!parsed.ok) return { state: 'broken', at: parsed.at, message: parsed.message };
  const { value } = parsed;
  const result = checkImportedDefinition(value);
  return result.ok
    ? { state: 'good', value, definition: result.definition }
    : { state: 'wrong', value, problems: result.problems };
}

/** The id in a draft; empty if it has none or its text is not JSON. */
export function draftId(draft: DraftRecord): string {
  return textIn(draft, 'id') ?? '';
}

/** The name in a draft. */
export function draftName(draft: DraftRecord): string | undefined {
  return textIn(draft, 'name');
}

function textIn(draft: DraftRecord, field: string): string | undefined {
  const parsed = parseDraft(draft.text);
  const value = parsed.ok ? valueAt(parsed.value, [field]) : undefined;
  return typeof value === 'string' ? value : undefined;
}
