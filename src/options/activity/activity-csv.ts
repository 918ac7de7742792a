import type { ActivityEntry } from '../../core/outbox/outbox-view';

/** Byte order mark: spreadsheets read the file as UTF-8 by it. */
const BOM = '\uFEFF';

/**
 * The activity as CSV (RFC 4180), one line per update. Titles come from web pages, so cells that a
 * spreadsheet would run as a formula get an apostrophe in front (OWASP, "CSV injection").
 */
export function activityCsv(entries: readonly ActivityEntry[]): string {
  const lines = [
    COLUMNS.map(([name]) => name),
    ...entries.map((entry) => COLUMNS.map(([, read]) => read(entry))),
  ];
  return `${BOM}${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}

const COLUMNS: readonly (readonly [string, (entry: ActivityEntry) => string | number | undefined])[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['site', ({ siteId }) => siteId],
  ['type', ({ item }) => item.type],
  ['title', ({ item }) => item.seriesTitle ?? item.title],
  ['season', ({ item }) => item.seasonNumber],
  ['episode', ({ item }) => item.episodeNumber],
  ['episode_title', ({ item }) => item.episodeTitle],
  ['matched_title', ({ media }) => media?.seriesTitle ?? media?.title],
  ['tmdb_id', ({ media }) => media?.tmdbId],
  ['position_seconds', ({ position }) => Math.round(position)],
  ['duration_seconds', ({ duration }) => Math.round(duration)],
  ['cause', ({ cause }) => cause],
  ['answer', ({ answer }) => answer],
  ['status', ({ status }) => status],
  ['code', ({ code }) => code],
  ['message', ({ message }) => message],
];

/** Characters that begin a formula, also in full width and after spaces, control and format characters. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u;

function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
