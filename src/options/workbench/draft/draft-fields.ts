import { valueAt } from '../../../core/workbench/draft-history';

/** Index of the page of this kind in a draft; 0 where there is none. */
export function pageIndex(value: unknown, kind: string | undefined): number {
  const pages = valueAt(value, ['pages']);
  const found = Array.isArray(pages) ? pages.findIndex((page) => valueAt(page, ['kind']) === kind) : -1;
  return Math.max(0, found);
}

/** Key of the text for a field of the item: `workbench_field_episode_title` for `episodeTitle`. */
export function fieldKey(field: string): string {
  return `workbench_field_${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** Names of the groups in all patterns of a draft; templates may use them. */
export function groupNames(value: unknown): readonly string[] {
  const json = JSON.stringify(valueAt(value, ['pages']) ?? []);
  return [...json.matchAll(/\(\?<([A-Za-z]\w*)>/g)].map(([, name = '']) => name);
}
