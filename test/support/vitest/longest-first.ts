import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take a minute or more, longest first. By default vitest sorts by size, and some of these are
 * small.
 */
const long = [
  'ui/axe.browser',
  'e2e/chaos',
  'e2e/firefox-journeys',
  'e2e/chromium-journeys',
  'e2e/shared-catalogue',
  'e2e/page-changes',
  'e2e/ui-toolbar',
  'e2e/page-lifecycle',
  'e2e/worker',
];

/** Starts the longest files first, so that no worker begins a long file at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = long.findIndex((part) => moduleId.includes(`/test/${part}.`));
  return at === -1 ? long.length : at;
}
