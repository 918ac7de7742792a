import { readChecked, type CheckedDefinition } from './checked-definition';
import type { Definition, PageDefinition } from './definition';

/**
 * A field that the person has pointed at again on a site that has changed. It lies over whatever version of the
 * connector counts, so that all other fields go on being updated.
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
  return repairs.reduce((before, repair) => {
    const mine = readChecked(repair.checked)?.pages.find(({ kind }) => kind === repair.page);
    const [source] = sourcesOf(mine, repair.field);
    if (source === undefined) return before;
    const pages = before.pages.map((page) =>
      page.kind === repair.page
        ? { ...page, item: { ...page.item, [repair.field]: [source, ...sourcesOf(page, repair.field)] } }
        : page,
    );
    return { ...before, pages };
  }, definition);
}

function sourcesOf(page: PageDefinition | undefined, field: string): readonly unknown[] {
  return (page?.item as Readonly<Record<string, readonly unknown[] | undefined>> | undefined)?.[field] ?? [];
}
