import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem, type } from 'node:os';
import { isMet, textOf, type FigureGroup } from './figure';

/** The figures as a Markdown page, with the machine they were taken on. */
export function resultsPage(
  groups: readonly FigureGroup[],
  { browser, seconds }: { readonly browser: string; readonly seconds: number },
): string {
  const [cpu] = cpus();
  return [
    '# What Matinee costs',
    '',
    `Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${type()}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${browser}, Node ${process.version}, in ${Math.round(seconds)} s. The machine's load stood at ${(loadavg()[2] ?? 0).toFixed(1)} over the last quarter of an hour; absolute times move with it.`,
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
          `  ${mark(figure)} ${figure.name.padEnd(70)} ${textOf(figure.value, figure.unit).padStart(12)}${figure.goal === undefined ? '' : `   goal ≤ ${textOf(figure.goal, figure.unit)}`}`,
      ),
    ])
    .join('\n');
}

/** Of the browser that is measured: `Chromium 156.0.0.0`. */
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
    const goal = figure.goal === undefined ? '' : `≤ ${textOf(figure.goal, figure.unit)}`;
    return `| ${figure.name}${figure.how === undefined ? '' : ` (${figure.how})`} | ${textOf(figure.value, figure.unit)} | ${goal} | ${{ ' ': '', '✓': 'yes', '✗': 'no' }[mark(figure)]} |`;
  });
  return [`## ${title}`, '', '| figure | value | goal | met |', '|---|---|---|---|', ...rows, ''];
}

function mark(figure: FigureGroup['figures'][number]): ' ' | '✓' | '✗' {
  const met = isMet(figure);
  if (met === undefined) return ' ';
  return met ? '✓' : '✗';
}
