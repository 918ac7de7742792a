import { csvLine } from '../../core/text/csv-line';
import type { ActivityEntry } from '../../core/outbox/outbox-view';

/** Byte order mark, which makes spreadsheets read the file as UTF-8. */
const BOM = '\uFEFF';

/** The activity as CSV, one line per update. */
export function activityCsv(entries: readonly ActivityEntry[]): string {
  const lines = [
    COLUMNS.map(([name]) => name),
    ...entries.map((entry) => COLUMNS.map(([, read]) => read(entry))),
  ];
  return `${BOM}${lines.map(csvLine).join('')}`;
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
