import { createPieces } from './in-pieces';

/** A row of a CSV file by the names in its first line, in lower case. */
export type CsvRow = Readonly<Record<string, string>>;

const CELL = /("[^"]*(?:""[^"]*)*"?|[^",\r\n][^,\r\n]*|)(,|\r?\n|\r|$)/y;

/** Rows of a CSV file (RFC 4180), those without any text left out. Read in pieces. */
export async function parseCsv(text: string): Promise<CsvRow[]> {
  const pieces = createPieces();
  const rows: CsvRow[] = [];
  let keys: string[] | undefined;
  for (const cells of parseLines(text.replace(/^\uFEFF/, ''))) {
    if (keys === undefined) keys = cells.map((name) => name.trim().toLowerCase());
    else if (cells.some((cell) => cell !== ''))
      rows.push(Object.fromEntries(keys.map((key, index) => [key, cells[index] ?? ''])));
    if (pieces.isDue()) await pieces.pause();
  }
  return rows;
}

/** The lines as they are read: `CELL` is at its place in the text only until the next line is asked for. */
function* parseLines(text: string): Generator<string[]> {
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    CELL.lastIndex = at;
    const [, cell = '', end = ''] = CELL.exec(text) ?? [];
    at = CELL.lastIndex;
    line.push(cell.startsWith('"') ? cell.slice(1).replace(/"$/, '').replaceAll('""', '"') : cell);
    if (end === ',') continue;
    yield line;
    line = [];
    // A cell that is neither quoted nor plain: the rest is no CSV.
    if (at === 0) return;
  }
}

/** One line, with the end of the line. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  const texts = cells.map((cell) => {
    const text = String(cell ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\r\n`;
}
