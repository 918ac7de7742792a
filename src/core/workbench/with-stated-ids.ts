import type { Item } from '../media/item';

/** What a case expects of the ids of a page. */
type Expected = Readonly<{
  ids?: Readonly<{ site?: string | undefined }> | undefined;
}>;

/** The site's id of the work is compared only if the case states it, since most addresses contain one. */
export function withStatedIds(expected: Expected | undefined, item: Partial<Item> = {}): Partial<Item> {
  const { site, ...ids } = item.ids ?? {};
  if (site === undefined || expected?.ids?.site !== undefined) return item;
  const { ids: _, ...fields } = item;
  return Object.keys(ids).length === 0 ? fields : { ...fields, ids };
}
