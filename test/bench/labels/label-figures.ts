import { attestedLabels } from './attested';
import { countLabels } from './count-labels';
import { generatedLabels } from './generated-labels';
import { labelLanguages } from './languages';
import { writtenLabels } from './written-labels';

/** Labels that are drawn for each language. */
const DRAWN = 400;

const head = ['language', 'read', 'held', 'wrong', 'drawn: read', 'held', 'wrong'];

/**
 * The outcomes by language: written labels (those of sites, and the words of the language in the shapes of
 * sites), then labels drawn by a fresh seed. A text without a number counts as read when none is found.
 */
function figures(seed: number) {
  const drawn = generatedLabels(seed, DRAWN);
  const tags = labelLanguages.map(({ tag }) => tag);
  const rows = tags.map((tag) => {
    const [written, generated] = [writtenLabels, drawn].map((labels) =>
      countLabels(labels.filter(([language]) => language === tag)),
    );
    return [tag, ...numbersOf(written), ...numbersOf(generated)];
  });
  const all = [countLabels(writtenLabels), countLabels(drawn)].flatMap(numbersOf);
  const sum = [
    `${attestedLabels.length} labels of sites,`,
    `${writtenLabels.length - attestedLabels.length} of the words of ${tags.length} languages in the shapes of sites;`,
    `seed of the drawn ones: ${seed}`,
  ].join(' ');
  return { rows: [...rows, ['all', ...all]], sum };
}

const freshSeed = () => Date.now() % 1_000_000;

/** For a terminal. */
export function measureLabels(seed = freshSeed()): string {
  const { rows, sum } = figures(seed);
  const table = [head, ...rows].map((cells) =>
    cells.map((cell, index) => String(cell).padStart(index === 0 ? 8 : 12)).join(''),
  );
  return [...table, sum].join('\n');
}

/** For test/bench/TITLES.md. */
export function labelTable(seed = freshSeed()): readonly string[] {
  const { rows, sum } = figures(seed);
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [`${sum}.`, '', ...lines];
}

function numbersOf(counts: ReturnType<typeof countLabels> | undefined): readonly number[] {
  return counts === undefined ? [] : Object.values<number>({ ...counts });
}
