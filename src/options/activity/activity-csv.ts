import type { ActivityEntry } from '../../core/outbox/outbox-view';

/**
 * The activity as CSV (RFC 4180, UTF-8 with a mark so that spreadsheets read it as such). Titles come from web pages: a
 * cell that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, "CSV injection").
 */
export function activityCsv(entries: readonly ActivityEntry[]): string {
  const lines = [
    columns.map(([name]) => name),
    ...entries.map((entry) => columns.map(([, read]) => read(entry))),
  ];
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}

const columns: readonly (readonly [string, (entry: ActivityEntry) => string | number | undefined])[] = [
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

function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s\p{Cc}\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
