import { readChecked, type CheckedDefinition } from './checked-definition';
import type { Definition, PageDefinition, Source } from './definition';

/**
 * A field that the person has pointed at again on a site that has changed. It lies over whatever version of
 * the connector counts, so that all other fields go on being updated.
 */
export type Repair = Readonly<{
  /** Kind of page. */
  page: string;
  field: string;
  /** A definition in which the source of this field after so many others is the person's; it is checked. */
  checked: CheckedDefinition;
  /** Absent: none; the person's source comes before those of the connector, otherwise behind all of them. */
  after?: number;
}>;

/** The definition with the person's source before or behind those of each repaired field. */
export function withRepairs(definition: Definition, repairs: readonly Repair[] = []): Definition {
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

type FieldSources = Readonly<Record<string, readonly Source[] | undefined>>;
