import { valueAt } from '../../../core/workbench/draft-history';

/** Index of the page of this kind in a draft; 0 where there is none. */
export function pageIndex(value: unknown, kind: string | undefined): number {
  const pages = valueAt(value, ['pages']);
  const found = Array.isArray(pages) ? pages.findIndex((page) => valueAt(page, ['kind']) === kind) : -1;
  return Math.max(0, found);
}

/** Names of the groups in all patterns of a draft; templates may use them. */
export function groupNames(value: unknown): readonly string[] {
  const json = JSON.stringify(valueAt(value, ['pages']) ?? []);
  return [...json.matchAll(/\(\?<([A-Za-z]\w*)>/g)].map(([, name = '']) => name);
}

/** Names that the templates of a source use. */
export function namesIn(source: unknown): readonly string[] {
  const template = /"(?:about|contains|equals)":"[^"]*\{([A-Za-z]\w*)\}/g;
  return [...JSON.stringify(source).matchAll(template)].map(([, name = '']) => name);
}
