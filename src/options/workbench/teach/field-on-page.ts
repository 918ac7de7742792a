import { taughtFields, type PageFacts } from '../../../core/workbench/page-facts';
import type { Trial } from '../../../protocol/workbench';

export interface FieldOnPage {
  /** The page has shown a value for the field, or the draft reads one. */
  readonly isFound: boolean;
  /** The page shows a title: there is something to click. */
  readonly isNamed: boolean;
}

/** The name of the site, which a page without a title has in its place, is nothing found. */
export function fieldOnPage(field: string, { fields }: PageFacts, trial: Trial | undefined): FieldOnPage {
  // A video or an advertisement is pointed at and never found.
  if (!taughtFields.some((one) => one === field)) return { isFound: true, isNamed: true };
  const { item = {}, degraded = false, implausible = false } = trial?.reading ?? {};
  const shown = Object.entries(fields).flatMap(([name, proposals]) =>
    proposals.length > 0 && !(implausible && name === 'title') ? [name] : [],
  );
  const isRead =
    !degraded && !implausible && (item as Readonly<Record<string, unknown>>)[field] !== undefined;
  return {
    isFound: isRead || shown.includes(field),
    isNamed: shown.length > 0 || (!implausible && (item.title ?? item.seriesTitle) !== undefined),
  };
}
