import { readChecked, type CheckedDefinition } from './checked-definition';
import type { Definition, PageDefinition, Source } from './definition';

/**
 * A field that the person has pointed at again on a site that has changed. It lies over whatever version of
 * the connector counts, so that all other fields go on being updated.
 */
export interface Repair {
  /** Kind of page. */
  readonly page: string;
  readonly field: string;
  /** A definition whose first source of this field is the person's; the checker has accepted it. */
  readonly checked: CheckedDefinition;
}

/** The definition with the person's source before those of each repaired field. */
export function withRepairs(definition: Definition, repairs: readonly Repair[] = []): Definition {
  let { pages } = definition;
  for (const { page: kind, field, checked } of repairs) {
    const sourcesOf = ({ item }: PageDefinition) => (item as Item)[field] ?? [];
    const isOf = (page: PageDefinition) => page.kind === kind;
    const [source] = readChecked(checked)?.pages.filter(isOf).flatMap(sourcesOf) ?? [];
    pages = pages.map((page) =>
      source && isOf(page)
        ? { ...page, item: { ...page.item, [field]: [source, ...sourcesOf(page)] } }
        : page,
    );
  }
  return { ...definition, pages };
}

type Item = Readonly<Record<string, readonly Source[] | undefined>>;
