import { confidenceBar } from '../../../src/core/matching/judge';
import type { Outcome, Verdict } from './judge-questions';
import type { TitleQuestion } from './questions';

export interface Row extends Verdict {
  readonly question: TitleQuestion;
  /** Of a question that was held without the right work: no search of the film database finds it. */
  readonly isNowhere?: boolean;
}

/** Sent rightly of what has an answer (recall), and of what was sent (precision). */
export function ratesOf(rows: readonly Row[]) {
  const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
  const answerable = rows.filter(({ question }) => question.right !== undefined).length;
  const [right, wrong] = [count('right'), count('wrong')];
  return {
    questions: rows.length,
    answerable,
    right,
    wrong,
    listed: count('listed'),
    missing: count('missing'),
    nowhere: rows.filter(({ isNowhere = false }) => isNowhere).length,
    recall: answerable === 0 ? undefined : right / answerable,
    precision: right + wrong === 0 ? undefined : right / (right + wrong),
  };
}

/** A table with one line per group, the largest group first. */
export function tableBy(name: string, rows: readonly Row[], groupOf: (row: Row) => string): string[] {
  const lines = [...groupBy(rows, groupOf)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([group, members]) => lineOf(group, members));
  return [
    `| ${[name, ...COLUMNS].join(' | ')} |`,
    '|---'.repeat(COLUMNS.length + 1) + '|',
    ...lines,
    lineOf('all', rows),
  ];
}

export function groupBy<T>(
  all: readonly T[],
  groupOf: (one: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one]);
  return groups;
}

const COLUMNS = [
  'questions',
  'sent rightly',
  'sent wrong',
  'precision',
  'held, right one listed',
  'held without it',
  'of them: found by no search',
];

function lineOf(group: string, rows: readonly Row[]): string {
  const { questions, answerable, right, wrong, recall, precision, ...rates } = ratesOf(rows);
  const { listed, missing, nowhere } = rates;
  const sent = answerable === 0 ? '–' : `${right} (${percentOf(recall)})`;
  return `| ${[group, questions, sent, wrong, percentOf(precision), listed, missing, nowhere].join(' | ')} |`;
}

/** What would be sent with another bar: a lower one sends more, a higher one holds more. */
export function barTable(rows: readonly Row[]): string[] {
  const answerable = rows.filter(({ question }) => question.right !== undefined).length;
  return [
    '| bar | sent rightly (recall) | sent wrong | precision |',
    '|---|---|---|---|',
    ...BARS.map((bar) => {
      const sent = rows.filter(({ confidence }) => confidence >= bar);
      const right = sent.filter(({ isRight }) => isRight).length;
      const wrong = sent.length - right;
      const name = bar === confidenceBar ? `**${bar.toFixed(2)}**` : bar.toFixed(2);
      const [recall, precision] = [right / answerable, right / Math.max(1, sent.length)];
      return `| ${name} | ${right} (${percentOf(recall)}) | ${wrong} | ${(precision * 100).toFixed(2)} % |`;
    }),
  ];
}

/** 0.5 to 0.95. */
const BARS = Array.from({ length: 10 }, (_, index) => (50 + index * 5) / 100);

export function percentOf(part: number | undefined): string {
  return part === undefined ? '–' : `${(part * 100).toFixed(1)} %`;
}
