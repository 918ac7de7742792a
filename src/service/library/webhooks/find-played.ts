import { defined } from '../../../core/values/defined';
import type { Catalogue, Title, TitleQuestion } from '../../catalogue/catalogue';
import { CatalogueError } from '../../catalogue/catalogue-error';
import type { MediaIds } from '../../../core/library/media-key';
import { chooseWork } from '../imports/look-up-rows';
import type { PlayedTitle } from './playing';

export interface FoundTitle {
  readonly ids: MediaIds;
  /** Seconds; absent where nothing was looked up. */
  readonly runtime?: number | undefined;
}

/**
 * The film or episode that a media server means: by its ids, otherwise by a name that only one work has.
 * `undefined`: none. Rejects with a `CatalogueError` where it had to be looked up and could not be.
 */
export async function findPlayed(catalogue: Catalogue, title: PlayedTitle): Promise<FoundTitle | undefined> {
  const known = knownIds(title);
  if (known !== undefined) return { ids: known };
  const { found, error } = await askInTurn(catalogue, title);
  const id = title.type === 'episode' ? title.ids.tmdb : undefined;
  // While nobody can say where in a series the episode is, its own id is enough to store it.
  if (found === undefined && id !== undefined) return { ids: { type: 'episode', episodeId: id } };
  if (found === undefined && error !== undefined) throw error;
  return found && { ids: idsOf(found, id), runtime: found.runtime };
}

/** Ids of the film database, for which nothing has to be looked up. */
function knownIds({ type, ids, seriesIds, seasonNumber, episodeNumber }: PlayedTitle): MediaIds | undefined {
  if (type === 'movie') return ids.tmdb === undefined ? undefined : { type, tmdbId: ids.tmdb };
  const tmdbId = seriesIds?.tmdb;
  if (tmdbId === undefined || seasonNumber === undefined || episodeNumber === undefined) return undefined;
  return { type, tmdbId, seasonNumber, episodeNumber, ...defined({ episodeId: ids.tmdb }) };
}

/** One question after the other, until one is answered. */
async function askInTurn(catalogue: Catalogue, title: PlayedTitle) {
  let error: CatalogueError | undefined;
  for (const { isOfSeries, ...question } of questionsOf(title)) {
    try {
      const works = (await catalogue.resolve(question)).filter(
        (work) => isPlaced(work) && (!isOfSeries || isAt(work, question)),
      );
      const found = isByName(question) ? chooseWork(nameOf(title), works) : works[0];
      if (found !== undefined) return { found, error: undefined };
    } catch (failure) {
      if (!(failure instanceof CatalogueError)) throw failure;
      error = failure;
    }
  }
  return { found: undefined, error };
}

/** `isOfSeries`: it names the series, and its numbers tell the episode. */
type PlayedQuestion = TitleQuestion & { readonly isOfSeries?: boolean };

/** The surest first. */
function questionsOf(title: PlayedTitle): PlayedQuestion[] {
  return title.type === 'movie' ? filmQuestions(title) : episodeQuestions(title);
}

function filmQuestions({ ids, title, year }: PlayedTitle): TitleQuestion[] {
  const questions: TitleQuestion[] = [];
  if (ids.imdb !== undefined) questions.push({ type: 'movie', imdbId: ids.imdb });
  if (title !== undefined) questions.push(defined({ type: 'movie', title, year: inRange(year) }));
  return questions;
}

function episodeQuestions(title: PlayedTitle): PlayedQuestion[] {
  const { ids, seriesIds = {}, title: seriesTitle, seasonNumber, episodeNumber } = title;
  const place = defined({ type: 'episode', seasonNumber, episodeNumber });
  const questions: PlayedQuestion[] = [];
  for (const [isOfSeries, { imdb, tvdb }] of [[false, ids] as const, [true, seriesIds] as const]) {
    if (imdb !== undefined) questions.push({ ...place, imdbId: imdb, isOfSeries });
    if (tvdb !== undefined) questions.push({ ...place, tvdbId: tvdb, isOfSeries });
  }
  const isPlaced = seasonNumber !== undefined && episodeNumber !== undefined;
  if (seriesTitle !== undefined && isPlaced) questions.push({ ...place, seriesTitle, isOfSeries: true });
  return questions;
}

/** The years that the film database is asked for. */
function inRange(year: number | undefined): number | undefined {
  return year !== undefined && year >= 1870 && year <= 2200 ? year : undefined;
}

const isByName = ({ title, seriesTitle }: TitleQuestion) => title !== undefined || seriesTitle !== undefined;

const nameOf = ({ type, title, year }: PlayedTitle) => defined({ type, title, year });

/**
 * The catalogue may count the episodes of a series otherwise than the server. Only the episode's own id tells
 * which one is meant then; by the series and other numbers it would be a guess.
 */
function isAt(work: Title, { seasonNumber, episodeNumber }: TitleQuestion): boolean {
  return work.seasonNumber === seasonNumber && work.episodeNumber === episodeNumber;
}

function isPlaced({ type, seasonNumber, episodeNumber }: Title): boolean {
  return type === 'movie' || (seasonNumber !== undefined && episodeNumber !== undefined);
}

function idsOf({ type, tmdbId, ...title }: Title, stated: number | undefined): MediaIds {
  if (type === 'movie') return { type, tmdbId };
  const { seasonNumber, episodeNumber, episodeId = stated } = title;
  return defined({ type, tmdbId, seasonNumber, episodeNumber, episodeId });
}
