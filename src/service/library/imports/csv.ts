/** A row of a CSV file by the names in its first line, in lower case. */
export type CsvRow = Readonly<Record<string, string>>;

const CELL = /("[^"]*(?:""[^"]*)*"?|[^",\r\n][^,\r\n]*|)(,|\r?\n|\r|$)/y;

/** Rows of a CSV file (RFC 4180), those without any text left out. */
export function parseCsv(text: string): CsvRow[] {
  const [names = [], ...lines] = parseLines(text.replace(/^\uFEFF/, ''));
  const keys = names.map((name) => name.trim().toLowerCase());
  return lines
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(keys.map((key, index) => [key, cells[index] ?? ''])));
}

function parseLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const [, cell = '', end = ''] = CELL.exec(text) ?? [];
    line.push(cell.startsWith('"') ? cell.slice(1).replace(/"$/, '').replaceAll('""', '"') : cell);
    if (end === ',') continue;
    lines.push(line);
    line = [];
    // A cell that is neither quoted nor plain: the rest is no CSV.
    if (CELL.lastIndex === 0) break;
  }
  return lines;
}

/** One line, with the end of the line. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  const texts = cells.map((cell) => {
    const text = String(cell ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\r\n`;
}
