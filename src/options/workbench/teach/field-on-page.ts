import { taughtFields, type PageFacts } from '../../../core/workbench/page-facts';
import type { Trial } from '../../../protocol/workbench';

export type FieldOnPage = Readonly<{
  /** The page has shown a value for the field, or the draft reads one. */
  isFound: boolean;
  /** The page shows a title: there is something to click. */
  isNamed: boolean;
}>;

/** The site's name in place of a title does not count as found. */
export function fieldOnPage(field: string, { fields }: PageFacts, trial: Trial | undefined): FieldOnPage {
  // Videos and ads can only be picked, never found.
  if (!taughtFields.some((one) => one === field)) return { isFound: true, isNamed: true };
  const read = readOf(trial);
  const shown = Object.entries(fields).flatMap(([name, proposals]) =>
    proposals.length > 0 && !(name === 'title' && trial?.reading?.implausible) ? [name] : [],
  );
  return {
    isFound: shown.includes(field) || read[field] !== undefined,
    isNamed: shown.length > 0 || read['title'] !== undefined || read['seriesTitle'] !== undefined,
  };
}

/** What the draft's own sources read. */
function readOf(trial: Trial | undefined): Readonly<Record<string, unknown>> {
  const { item = {}, degraded, implausible } = trial?.reading ?? {};
  return degraded === true || implausible === true ? {} : { ...item };
}
