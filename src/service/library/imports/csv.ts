import { withoutGuard } from '../../../core/text/csv-line';
import { createPieces } from './in-pieces';

/** The cells of a line, by the column names in lower case. */
export type CsvRow = Readonly<Record<string, string>>;

/** Maximum columns. Known exports have up to 30. */
const MOST_COLUMNS = 1_000;
const LONGEST_CELL = 1_000_000;

/**
 * The rows of a CSV file (RFC 4180), without empty ones. Reads in pieces. Returns no rows if a line has more
 * than `MOST_COLUMNS`.
 */
export async function parseCsv(text: string): Promise<CsvRow[]> {
  const pieces = createPieces();
  const rows: CsvRow[] = [];
  let keys: string[] | undefined;
  /** The prototype of each row, so that a short row costs only its own cells. */
  let blank: CsvRow = {};
  for (const cells of parseLines(text.replace(/^\uFEFF/, ''))) {
    if (cells.length > MOST_COLUMNS) return [];
    if (keys === undefined) {
      keys = cells.map((name) => name.trim().toLowerCase());
      blank = Object.fromEntries(keys.map((key) => [key, '']));
    } else if (cells.some((cell) => cell !== '')) rows.push(toRow(blank, keys, cells));
    if (pieces.isDue()) await pieces.pause();
  }
  return rows;
}

function toRow(blank: CsvRow, keys: string[], cells: string[]): CsvRow {
  const row = Object.create(blank) as Record<string, string>;
  for (const [index, cell] of cells.entries()) {
    const key = keys[index];
    if (key !== undefined) row[key] = withoutGuard(cell);
  }
  return row;
}

/** The cells of each line, up to the first line that is not CSV. */
function* parseLines(text: string): Generator<string[]> {
  let line: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const end = text[at] === '"' ? endOfQuoted(text, at) : endOfPlain(text, at);
    if (end === undefined) return;
    line.push(text[at] === '"' ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end));
    at = end;
    if (text[at] === ',' && line.length <= MOST_COLUMNS) continue;
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    yield line;
    line = [];
  }
  if (line.length > 0) yield [...line, ''];
}

/** The position after the closing quote, where a comma, a line end or the end of the text must follow. */
function endOfQuoted(text: string, start: number): number | undefined {
  for (let quote = start + 1; quote - start < LONGEST_CELL; quote += 2) {
    quote = text.indexOf('"', quote);
    if (quote < 0) return undefined;
    if (text[quote + 1] !== '"') return ENDS.has(text[quote + 1]) ? quote + 1 : undefined;
  }
  return undefined;
}

function endOfPlain(text: string, start: number): number {
  const end = /[,\r\n]/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

const ENDS: ReadonlySet<string | undefined> = new Set([',', '\r', '\n', undefined]);
