import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem, type } from 'node:os';
import { isMet, textOf, type FigureGroup } from './figure';

/** The figures as a Markdown page, with the machine on which they were measured. */
export function resultsPage(
  groups: readonly FigureGroup[],
  { browser, seconds, load }: { readonly browser: string; readonly seconds: number; readonly load: number },
): string {
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  const machine = [
    type(),
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    browser,
    `Node ${process.version}`,
  ].join(', ');
  return [
    '# What Matinee costs',
    '',
    [
      `Measured by \`npm run bench\` on ${date}: ${machine}, in ${Math.round(seconds)} s.`,
      `The load was ${load.toFixed(1)} at its beginning; above 1 nothing is written.`,
      'Times of another computer are compared by running the same version on both.',
    ].join(' '),
    '',
    ...groups.flatMap(sectionOf),
  ].join('\n');
}

/** The figures of the tracker as a Markdown page. */
export function servicePage(groups: readonly FigureGroup[]): string {
  const [cpu] = cpus();
  const machine = `${type()}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, Node ${process.version}`;
  return [
    '# How fast the tracker is',
    '',
    `Measured by \`npm run bench -- service\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.`,
    `The load average of the last 15 minutes was ${(loadavg()[2] ?? 0).toFixed(1)}.`,
    'Load and service share the processors, and a commit waits for the disk on both engines.',
    '',
    ...groups.flatMap(sectionOf),
  ].join('\n');
}

export function tableText(groups: readonly FigureGroup[]): string {
  return groups
    .flatMap(({ title, figures }) => [
      `\n${title}`,
      ...figures.map(
        (figure) =>
          `  ${mark(figure)} ${figure.name.padEnd(70)} ${valueOf(figure).padStart(12)}` +
          (figure.goal === undefined ? '' : `   goal ${goalOf(figure)}`),
      ),
    ])
    .join('\n');
}

/** Name and version of the measured browser: `Chromium 156.0.0.0`. */
export function browserVersion(path: string): string {
  return (
    execFileSync(path, ['--version'], { encoding: 'utf8' })
      .trim()
      .split('\n')[0]
      ?.replace(/ built on.*$/, '') ?? ''
  );
}

function sectionOf({ title, figures }: FigureGroup): string[] {
  const rows = figures.map((figure) => {
    const name = figure.how === undefined ? figure.name : `${figure.name} (${figure.how})`;
    const met = { ' ': '', '✓': 'yes', '✗': 'no' }[mark(figure)];
    return `| ${[name, valueOf(figure), goalOf(figure), met].join(' | ')} |`;
  });
  return [`## ${title}`, '', '| figure | value | goal | met |', '|---|---|---|---|', ...rows, ''];
}

type Figure = FigureGroup['figures'][number];

function valueOf({ value, unit }: Figure): string {
  return textOf(value, unit);
}

/** `≤ 5 ms`; empty without a goal. */
function goalOf({ goal, unit }: Figure): string {
  return goal === undefined ? '' : `≤ ${textOf(goal, unit)}`;
}

function mark(figure: Figure): ' ' | '✓' | '✗' {
  const met = isMet(figure);
  if (met === undefined) return ' ';
  return met ? '✓' : '✗';
}
