import { defined } from '../../../core/values/defined';
import { longestDuration } from '../../../protocol/tracker/duration';
import { readLocalTime } from '../../../core/library/zoned-time';
import type { KeptItem, KeptPart } from '../../store/kept-parts';
import type { StagedRow } from '../../store/staged-rows';
import type { MediaIds } from '../../../core/library/media-key';
import type { ImportRow, RowGroup } from './import-row';

const DAY_MS = 86_400_000;
/** How far a time may be in the future, because clocks differ. */
const AHEAD_MS = DAY_MS;

/** Drops rows with a time in the future. */
export function pastRows(rows: ImportRow[], now: number): ImportRow[] {
  const latest = now + AHEAD_MS;
  return rows.filter(
    ({ watchedAt = 0, dayFirstAt = watchedAt, ratedAt = 0, updatedAt = 0, kept = {} }) =>
      Math.max(Math.min(watchedAt, dayFirstAt), ratedAt, updatedAt) <= latest && !isLater(kept, latest),
  );
}

const isLater = (kept: KeptItem, latest: number): boolean =>
  Object.entries(kept).some(([name, value]) => name.endsWith('_at') && Number(value) > latest);

/** The row as stored until the person decides. `zone`: their time zone. */
export function stageRow(row: ImportRow, zone: string): StagedRow {
  const { ratedAt, group, isUndated = false, part, updatedAt, givesWay, review } = row;
  const media = row.media ?? showKey(row);
  const state = stateOf(row);
  const ids = state === undefined && media === undefined ? idsOf(row) : undefined;
  const isFound = [ids, media].some((found) => found !== undefined) || isWithoutWork(row);
  return {
    ids,
    media,
    episodeId: row.episodeId,
    state,
    part,
    question: isFound ? '' : JSON.stringify(group ?? questionOf(row)),
    isUndated,
    row: JSON.stringify(row),
    id: idOf(row),
    ...positionOf(row),
    ...timesOf(row, zone),
    ...defined({ updatedAt, givesWay }),
    halves: halvesOf(row),
    ratedAt,
    review,
  };
}

function idOf({ id = '' }: ImportRow): string | undefined {
  return /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

function showKey({ level, tmdbId }: ImportRow): string | undefined {
  return level === undefined || tmdbId === undefined ? undefined : `show:${String(tmdbId)}`;
}

/** Whether nothing has to be looked up: a setting, a list, or an entry that identifies its work otherwise. */
function isWithoutWork({ part, level }: ImportRow): boolean {
  return part !== undefined && level === undefined && !OF_WORKS.has(part);
}
const OF_WORKS: ReadonlySet<KeptPart> = new Set([
  'watchlist',
  'favorites',
  'collection',
  'entry',
  'progress',
] as const);

function timesOf({ id, startedAt, watchedAt: stated, isUndated = false }: ImportRow, zone: string) {
  const isDay = !isUndated && id === undefined && isNoon(stated);
  const watchedAt = isDay ? noonIn(zone, stated) : stated;
  const isBefore = startedAt !== undefined && startedAt <= (watchedAt ?? 0);
  return { isDay, watchedAt, startedAt: isBefore ? startedAt : undefined };
}

/**
 * Whether a time stands for a day: `readTime` reads a day as noon in UTC, and hardly any real time is noon.
 */
function isNoon(time: number | undefined): boolean {
  return time !== undefined && time % DAY_MS === DAY_MS / 2;
}

/** Noon of the day in the person's time zone, where noon in UTC may be on another day. */
function noonIn(zone: string, time: number | undefined): number | undefined {
  return time === undefined ? undefined : readLocalTime(zone, new Date(time).toISOString().slice(0, 16));
}

/** `undefined`: it depends on whether the title is known. */
function stateOf({ group, isLeftOut = false }: ImportRow): StagedRow['state'] {
  if (group !== undefined) return 'unclear';
  return isLeftOut ? 'left' : undefined;
}

/** The position of a row: 0 and 0 if the length is unknown. An implausible length counts as unknown. */
function positionOf({ duration = 0, progress = duration }: ImportRow) {
  if (duration > longestDuration || progress > longestDuration) return { duration: 0, progress: 0 };
  return { duration, progress: duration === 0 ? progress : Math.min(progress, duration) };
}

function halvesOf({ rating }: ImportRow): number | undefined {
  return rating !== undefined && rating >= 1 && rating <= 10 ? Math.round(rating * 2) : undefined;
}

function idsOf({ type, tmdbId, episodeId, seasonNumber, episodeNumber }: ImportRow): MediaIds | undefined {
  if (type === 'movie') return tmdbId === undefined ? undefined : { type, tmdbId };
  if (tmdbId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined)
    return { type, tmdbId, seasonNumber, episodeNumber, ...defined({ episodeId }) };
  return episodeId === undefined || tmdbId !== undefined ? undefined : { type, episodeId };
}

/** A question of an import, to the film database or to the person. */
export type ImportQuestion = RowQuestion | RowGroup;

/** The question that is looked up for a row. Rows of a series with numbers share one question. */
export type RowQuestion = Readonly<{
  group?: never;
  type: 'movie' | 'episode';
  title?: string;
  year?: number;
  tmdbId?: number;
  imdbId?: string;
  tvdbId?: number;
  seasonNumber?: number;
  episodeTitle?: string;
  /** The work that the person has chosen among those that fit. */
  chosen?: number;
}>;

function questionOf(row: ImportRow): RowQuestion {
  const { type, title, year, tmdbId, imdbId, tvdbId, seasonNumber, episodeNumber, episodeTitle } = row;
  const work = defined({ type, title, year: inRange(year), tmdbId, imdbId, tvdbId });
  if (type === 'movie' || episodeNumber !== undefined) return work;
  return { ...work, ...defined({ seasonNumber, episodeTitle }) };
}

/** The years accepted by the film database. */
function inRange(year: number | undefined): number | undefined {
  return year !== undefined && year >= 1870 && year <= 2200 ? year : undefined;
}
