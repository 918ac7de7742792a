import { defined } from '../../../core/values/defined';
import type { ImportRow } from './import-row';
import type { WorkQuestion } from './stage-rows';

/** A question, and the numbers of the row. */
export interface Reading {
  readonly question: WorkQuestion;
  readonly row: Pick<ImportRow, 'seasonNumber' | 'episodeNumber'>;
}

/** Parts of a title that are tried: each one costs a question to the film database. */
const PARTS = 4;

/**
 * What the title of a row can mean, the likeliest first. Where a source joins names with colons, only the
 * catalogue knows which of them belong to the name of the film, the series, the season or the episode.
 */
export function readingsOf(question: WorkQuestion, row: ImportRow): Reading[] {
  const { tvdbId, ...named } = question;
  // The same id is that of an episode of something else: what it finds has to bear the name.
  const byTvdb = { question, row: row.level === 'show' ? FIRST_EPISODE : row };
  const byName = { ...byTvdb, question: named };
  return tvdbId === undefined || named.title === undefined ? readingsByName(question, row) : [byTvdb, byName];
}

function readingsByName(question: WorkQuestion, row: ImportRow): Reading[] {
  const { type, title, tmdbId, imdbId, episodeTitle } = question;
  // A series is found by its first episode.
  const first = { question, row: row.level === 'show' ? FIRST_EPISODE : row };
  if (title === undefined || tmdbId !== undefined || imdbId !== undefined) return [first];
  if (type === 'movie') return [first, ...asEpisode(title)];
  if (episodeTitle === undefined) return [first];
  const names = [episodeTitle, ...endsOf(episodeTitle)];
  const inSeason = names.map((name) => ({ question: { ...question, episodeTitle: name }, row }));
  const inSeries = names.map((name) => ({
    question: defined({ ...question, seasonNumber: undefined, episodeTitle: name }),
    row: {},
  }));
  const readings: Reading[] = [...inSeason, ...inSeries];
  if (row.wholeTitle !== undefined)
    readings.push({ question: { type: 'movie', title: row.wholeTitle }, row: {} });
  return readings;
}

const FIRST_EPISODE = { seasonNumber: 1, episodeNumber: 1 };

/** "a: b: c" as "b: c" and "c". */
function endsOf(title: string): string[] {
  const parts = title.split(': ').slice(0, PARTS);
  return parts.slice(1).map((_, index) =>
    title
      .split(': ')
      .slice(index + 1)
      .join(': '),
  );
}

/**
 * A film that is not known: "a: b: c" as the episode "c" of "a: b", then as "b: c" of "a". Netflix leaves the
 * season out where there is one.
 */
function asEpisode(title: string): Reading[] {
  const parts = title.split(': ');
  if (parts.length < 2 || parts.length > PARTS) return [];
  return parts.slice(1).map((_, index) => {
    const at = parts.length - 1 - index;
    const [series, name] = [parts.slice(0, at).join(': '), parts.slice(at).join(': ')];
    return { question: { type: 'episode', title: series, episodeTitle: name }, row: {} };
  });
}
