/**
 * One line of a CSV file (RFC 4180) with its end. Titles come from web pages and files, so texts that a
 * spreadsheet would run as a formula get an apostrophe in front (OWASP, "CSV injection"); `withoutGuard`
 * takes it away again.
 */
export function csvLine(cells: (string | number | null | undefined)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Text as it was before `csvLine`. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/**
 * Characters that begin a formula, also in full width and after spaces, control and format characters.
 * Apostrophes before them match too: such a text is guarded as well, so that removing the guard restores it.
 */
const FORMULA = /^'*[\s\p{Cc}\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u;

function toCell(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
