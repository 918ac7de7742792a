import { defined } from '../../../core/values/defined';
import type { StagedRow } from '../../store/imports';
import type { MediaIds } from '../../store/media-key';
import type { ImportRow } from './import-row';
import { mapInPieces } from './in-pieces';

/** How far a time may lie ahead: clocks differ. 1 day. */
const AHEAD_MS = 86_400_000;

/** The rows as they are stored until the person decides. Those with a time in the future are left out. */
export function stageRows(rows: readonly ImportRow[], now: number): Promise<StagedRow[]> {
  const latest = now + AHEAD_MS;
  const past = rows.filter(({ watchedAt = 0, ratedAt = 0 }) => watchedAt <= latest && ratedAt <= latest);
  return mapInPieces(past, stageRow);
}

function stageRow(row: ImportRow): StagedRow {
  const ids = idsOf(row);
  const { watchedAt, startedAt, ratedAt } = row;
  return {
    ids,
    question: ids === undefined ? JSON.stringify(questionOf(row)) : '',
    row: JSON.stringify(row),
    id: row.id !== undefined && /^[\w-]{1,64}$/.test(row.id) ? row.id : undefined,
    ...positionOf(row),
    watchedAt,
    startedAt: startedAt !== undefined && startedAt <= (watchedAt ?? 0) ? startedAt : undefined,
    halves: halvesOf(row),
    ratedAt,
  };
}

/** 0 and 0 where nothing states the length. */
function positionOf({ duration = 0, progress = duration }: ImportRow) {
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

/** What is looked up for a row. Rows of a series with numbers share one question. */
export interface Question {
  readonly type: 'movie' | 'episode';
  readonly title?: string;
  readonly year?: number;
  readonly tmdbId?: number;
  readonly imdbId?: string;
  readonly seasonNumber?: number;
  readonly episodeTitle?: string;
}

function questionOf(row: ImportRow): Question {
  const { type, title, year, tmdbId, imdbId, seasonNumber, episodeNumber, episodeTitle } = row;
  const work = defined({ type, title, year: inRange(year), tmdbId, imdbId });
  if (type === 'movie' || episodeNumber !== undefined) return work;
  return { ...work, ...defined({ seasonNumber, episodeTitle }) };
}

/** The years that the film database is asked for. */
function inRange(year: number | undefined): number | undefined {
  return year !== undefined && year >= 1870 && year <= 2200 ? year : undefined;
}
