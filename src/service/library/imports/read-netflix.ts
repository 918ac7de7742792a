import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readLine, readTime, type ImportRow } from './import-row';
import { readNetflixTitle } from './netflix-title';

/** `NetflixViewingHistory.csv`: a title and a day, written as in the country of the account. */
export async function readNetflix(rows: readonly CsvRow[]): Promise<(ImportRow | undefined)[]> {
  const days = await mapInPieces(rows, (row) => readDay(row['date'] ?? ''));
  const order = orderOf(days);
  return mapInPieces([...rows.entries()], ([index, row]) => {
    const title = readLine(row['title']);
    const { dayFirst, monthFirst } = days[index] ?? NO_DAY;
    const watchedAt = order === 'day' ? dayFirst : monthFirst;
    if (title === undefined || watchedAt === undefined) return undefined;
    const asked = order === undefined ? { group: { group: 'dates' as const }, dayFirstAt: dayFirst } : {};
    return { ...readNetflixTitle(title), watchedAt, ...asked };
  });
}

/** The order of day and month, decided from the whole file. `undefined`: every line can be read both ways. */
function orderOf(days: readonly Day[]): 'day' | 'month' | undefined {
  const read = days.filter(({ dayFirst, monthFirst }) => dayFirst !== undefined || monthFirst !== undefined);
  const isSame = read.every(({ dayFirst, monthFirst }) => dayFirst === monthFirst);
  if (isSame || read.some(({ dayFirst }) => dayFirst === undefined)) return 'month';
  return read.some(({ monthFirst }) => monthFirst === undefined) ? 'day' : undefined;
}

type Day = Readonly<{
  dayFirst: number | undefined;
  monthFirst: number | undefined;
}>;

const NO_DAY: Day = { dayFirst: undefined, monthFirst: undefined };

/** `1/31/24`, `31.01.24`, `31/01/2024`, `24. 1. 31.` or `2024/01/31`. */
function readDay(text: string): Day {
  const day = text.trim();
  if (!/^\d{1,4}([/.-] ?)\d{1,2}\1\d{1,4}\.?$/.test(day)) return bothWays(readTime(day));
  const [first = '', second = '', third = ''] = day.split(/[/.-] ?/);
  if (first.length === 4 || day.endsWith('.')) return bothWays(toTime(first, second, third));
  const dayFirst = toTime(third, second, first);
  return day.includes('.') ? bothWays(dayFirst) : { dayFirst, monthFirst: toTime(third, first, second) };
}

function bothWays(time: number | undefined): Day {
  return { dayFirst: time, monthFirst: time };
}

function toTime(year: string, month: string, day: string): number | undefined {
  const whole = year.length === 2 ? `20${year}` : year;
  return readTime(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
