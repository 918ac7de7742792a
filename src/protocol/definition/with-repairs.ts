import { readChecked, type CheckedDefinition } from './checked-definition';
import type { Definition, PageDefinition, Source } from './definition';

/**
 * A field that the person has pointed at again on a changed site. It lies on top of whichever version of the
 * connector is used, so all other fields are still updated.
 */
export type Repair = Readonly<{
  /** Kind of page. */
  page: string;
  field: string;
  /** A checked definition whose source of this field, after so many others, is the person's. */
  checked: CheckedDefinition;
  /**
   * Number of the connector's sources before the person's. Absent: none, and the person's source comes first;
   * otherwise it comes after all of them.
   */
  after?: number;
}>;

/** The definition with the person's source before or after the connector's sources of each repaired field. */
export function withRepairs(definition: Definition, repairs: Repair[] = []): Definition {
  let { pages } = definition;
  for (const { page: kind, field, checked, after } of repairs) {
    const sourcesOf = ({ item }: PageDefinition) => (item as FieldSources)[field] ?? [];
    const isOf = (page: PageDefinition) => page.kind === kind;
    const source = readChecked(checked)?.pages.filter(isOf).flatMap(sourcesOf)[after ?? 0];
    pages = pages.map((page) => {
      if (!source || !isOf(page)) return page;
      const own = sourcesOf(page);
      return { ...page, item: { ...page.item, [field]: after ? [...own, source] : [source, ...own] } };
    });
  }
  return { ...definition, pages };
}

type FieldSources = Readonly<Record<string, Source[] | undefined>>;
