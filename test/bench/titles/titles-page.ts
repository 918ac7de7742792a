import type { Outcome } from './judge-questions';
import type { TitleQuestion } from './questions';

export interface Row {
  readonly question: TitleQuestion;
  readonly outcome: Outcome;
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
    recall: answerable === 0 ? undefined : right / answerable,
    precision: right + wrong === 0 ? undefined : right / (right + wrong),
  };
}

/** A table with one line per group, the largest group first. */
export function tableBy(name: string, rows: readonly Row[], groupOf: (row: Row) => string): string[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  const lines = [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([group, members]) => lineOf(group, members));
  return [
    `| ${name} | questions | sent rightly | sent wrong | precision | held, right one listed | held without it |`,
    '|---|---|---|---|---|---|---|',
    ...lines,
    lineOf('all', rows),
  ];
}

function lineOf(group: string, rows: readonly Row[]): string {
  const { questions, answerable, right, wrong, listed, missing, recall, precision } = ratesOf(rows);
  const sent = answerable === 0 ? '–' : `${right} (${percentOf(recall)})`;
  return `| ${[group, questions, sent, wrong, percentOf(precision), listed, missing].join(' | ')} |`;
}

export function percentOf(part: number | undefined): string {
  return part === undefined ? '–' : `${(part * 100).toFixed(1)} %`;
}
