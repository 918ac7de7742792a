import type { Item } from '../media/item';

/** What a case expects of the ids of a page. */
type Expected = Readonly<{
  ids?: Readonly<{ site?: string | undefined }> | undefined;
}>;

/** What the site calls the work is compared where the case states it: most addresses have it. */
export function withStatedIds(expected: Expected | undefined, item: Partial<Item> = {}): Partial<Item> {
  const { site, ...ids } = item.ids ?? {};
  if (site === undefined || expected?.ids?.site !== undefined) return item;
  const { ids: _, ...fields } = item;
  return Object.keys(ids).length === 0 ? fields : { ...fields, ids };
}
