import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take a minute or more, longest first. By default vitest sorts by size, and some of these are
 * small.
 */
const long = [
  'e2e/kinds-chromium',
  'e2e/kinds-firefox',
  'service/pages.browser',
  'e2e/firefox-journeys',
  'e2e/chromium-journeys',
  'e2e/live-tracker',
  'ui/axe.browser',
  'ui/bubble.browser',
  'e2e/first-minute',
  'e2e/moved-history',
  'e2e/shared-catalogue',
  'options/options.browser',
  'e2e/chaos',
  'e2e/workbench-invented',
  'e2e/page-lifecycle',
  'scripts/packages.browser',
  'popup/popup.browser',
  'e2e/page-changes',
  'e2e/ui-toolbar',
  'e2e/worker',
  'simulation/simulation',
];

/**
 * Files of a kind follow each other, the browsers' first: a worker is ended when the next file in line is of
 * another project or environment, and the next one loads all modules anew. Within a kind the longest files
 * start first, so that no worker begins a long file at the end. With `--sequence.shuffle.tests` the files of a
 * kind are shuffled too.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    const isShuffled = shuffle === true;
    const sorted = isShuffled ? drawOrder(files, seed) : await super.sort(files);
    const kinds = new Map(sorted.map((file) => [file, kindOf(file)]));
    const rankOf = isShuffled ? () => 0 : rank;
    return sorted.toSorted((a, b) => (kinds.get(a) ?? 0) - (kinds.get(b) ?? 0) || rankOf(a) - rankOf(b));
  }
}

const PROJECTS = ['browser', 'unit', 'postgres'];

function drawOrder(files: TestSpecification[], seed: number): TestSpecification[] {
  const drawn = (file: TestSpecification) =>
    createHash('sha256').update(`${seed} ${file.moduleId}`).digest('hex');
  return files.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1));
}

function kindOf({ project, moduleId }: TestSpecification): number {
  const needsDocument = readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom');
  return 2 * PROJECTS.indexOf(project.name) + Number(needsDocument);
}

function rank({ moduleId }: TestSpecification): number {
  const at = long.findIndex((part) => moduleId.includes(`/test/${part}.`));
  return at === -1 ? long.length : at;
}
