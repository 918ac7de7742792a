import { defined } from '../../../core/values/defined';
import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readLine, readTime, type ImportRow } from './import-row';

/** Netflix: a title and a day, or a time in UTC with the length that was played. Trailers are no viewings. */
export function readNetflix(rows: readonly CsvRow[]): Promise<(ImportRow | undefined)[]> {
  const dayFirst = rows.some((row) => Number(/^(\d+)[/.-]/.exec(row['date'] ?? '')?.[1]) > 12);
  return mapInPieces(rows, (row) => {
    const title = readLine(row['title']);
    const watchedAt = readTime(row['start time']) ?? readDay(row['date'] ?? '', dayFirst);
    if (title === undefined || watchedAt === undefined || row['supplemental video type']) return undefined;
    return { ...readTitle(title), watchedAt, ...defined({ progress: readLength(row['duration']) }) };
  });
}

/** `1/31/24`, `31.01.24` or `31/01/2024`: which number is the day the whole file says. */
function readDay(text: string, dayFirst: boolean): number | undefined {
  const [, first, second, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined || year === undefined) return readTime(text);
  const isDayFirst = dayFirst || text.includes('.');
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const whole = year.length === 2 ? `20${year}` : year;
  return readTime(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** `00:42:10` in seconds. */
function readLength(text: string | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d)$/.exec(text ?? '') ?? [];
  if (hours === undefined) return undefined;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** `Series: Season 2: Name of the episode`; everything else is taken for a film. */
function readTitle(text: string): Pick<ImportRow, 'type' | 'title' | 'seasonNumber' | 'episodeTitle'> {
  const [series, season, ...rest] = text.split(': ');
  const number = /(?:^|\s)(\d{1,2})$/.exec(season ?? '')?.[1];
  if (number === undefined || rest.length === 0) return { type: 'movie', title: text };
  const episodeTitle = rest.join(': ').replaceAll(/^"|"$/g, '');
  return { type: 'episode', title: series, seasonNumber: Number(number), episodeTitle };
}
