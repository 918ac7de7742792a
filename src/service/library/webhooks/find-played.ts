import { confidenceBar, judge, type Judged } from '../../../core/matching/judge';
import type { Item } from '../../../core/media/item';
import { defined } from '../../../core/values/defined';
import { type Catalogue, type Title, type TitleQuestion, CatalogueError } from '../../catalogue/catalogue';
import { hasName, toMedia } from '../../catalogue/compare-titles';
import type { MediaIds } from '../../../core/library/media-key';
import type { PlayedTitle } from './playing';

export type FoundTitle = Readonly<{
  ids: MediaIds;
  /** Seconds; absent if nothing was looked up. */
  runtime?: number | undefined;
}>;

/** An uncertain title waits for the person, with its possible works, likeliest first. */
export type DoubtfulTitle = Readonly<{
  ids?: undefined;
  candidates: Title[];
}>;

/** The works that a title may be, likeliest first, for a person to choose from. */
export async function findCandidates(asking: Asking, title: PlayedTitle): Promise<Title[]> {
  const { found, candidates } = await askInTurn(asking, title);
  return found === undefined ? candidates : [found, ...candidates];
}

type Asking = Readonly<{
  catalogue: Catalogue;
  /** The person's language, in which names of episodes are compared too. */
  language?: string | null;
  /** Seconds of the title, as the server states them. */
  duration?: number | undefined;
}>;

/**
 * The film or episode that a media server means: by its ids, otherwise only if the match is as certain as the
 * extension requires for a title on a page. Rejects with a `CatalogueError` if a needed look-up failed.
 */
export async function findPlayed(asking: Asking, title: PlayedTitle): Promise<FoundTitle | DoubtfulTitle> {
  if (title.type === 'movie' && title.ids.tmdb !== undefined)
    return { ids: { type: 'movie', tmdbId: title.ids.tmdb } };
  const { found, candidates, error } = await askInTurn(asking, title);
  if (found !== undefined) return { ids: idsOf(found, title.ids.tmdb), runtime: found.runtime };
  const own = title.type === 'episode' ? title.ids.tmdb : undefined;
  // As long as no source knows the place in the series, the episode is stored by its own id.
  if (own !== undefined && candidates.length === 0) return { ids: { type: 'episode', episodeId: own } };
  if (candidates.length === 0 && error !== undefined) throw error;
  return { candidates };
}

/** Asks one question after the other, until one has a certain answer. Collects the uncertain candidates. */
async function askInTurn({ catalogue, language, duration }: Asking, title: PlayedTitle) {
  let error: CatalogueError | undefined;
  const candidates: Title[] = [];
  for (const { isOfItself, ...asked } of questionsOf(title)) {
    try {
      const question = defined({ ...asked, language: language ?? undefined });
      const works = (await catalogue.resolve(question)).filter((work) => isPossible(work, title));
      const found = isOfItself ? works[0] : chooseCertain({ title, question, duration }, works);
      if (found !== undefined) return { found, candidates, error: undefined };
      candidates.push(...works.filter((work) => !candidates.some((one) => isSame(one, work))));
    } catch (failure) {
      if (!(failure instanceof CatalogueError)) throw failure;
      error = failure;
    }
  }
  return { found: undefined, candidates, error };
}

/** `isOfItself`: the question has an id of the film or episode itself, so its answer is certain. */
type PlayedQuestion = TitleQuestion & Readonly<{ isOfItself?: boolean }>;

/** The most certain question first. */
function questionsOf(title: PlayedTitle): PlayedQuestion[] {
  return title.type === 'movie' ? filmQuestions(title) : episodeQuestions(title);
}

function filmQuestions({ ids, title, year }: PlayedTitle): PlayedQuestion[] {
  const questions: PlayedQuestion[] = [];
  if (ids.imdb !== undefined) questions.push({ type: 'movie', imdbId: ids.imdb, isOfItself: true });
  if (title !== undefined) questions.push(defined({ type: 'movie', title, year: inRange(year) }));
  return questions;
}

function episodeQuestions(title: PlayedTitle): PlayedQuestion[] {
  const { ids, seasonNumber, episodeNumber, episodeTitle } = title;
  const questions: PlayedQuestion[] = [];
  // A question without numbers finds only an episode with this id. The id of a series finds nothing.
  if (ids.imdb !== undefined) questions.push({ type: 'episode', imdbId: ids.imdb, isOfItself: true });
  if (ids.tvdb !== undefined) questions.push({ type: 'episode', tvdbId: ids.tvdb, isOfItself: true });
  if (seasonNumber === undefined || episodeNumber === undefined) return questions;
  const place = defined({ type: 'episode', seasonNumber, episodeNumber, episodeTitle } as const);
  return [...questions, ...seriesNames(title).map((name) => ({ ...place, ...name }))];
}

/**
 * The server's names of the series, most certain first. Some servers state the series' id as that of the
 * episode.
 */
function seriesNames({ ids, seriesIds = {}, title: seriesTitle }: PlayedTitle) {
  const { tmdb: tmdbId, imdb: imdbId = ids.imdb, tvdb: tvdbId } = seriesIds;
  return [{ tmdbId }, { imdbId }, { tvdbId }, { seriesTitle }]
    .map((name) => defined(name))
    .filter((name) => Object.keys(name).length > 0);
}

/** The years accepted by the film database. */
function inRange(year: number | undefined): number | undefined {
  return year !== undefined && year >= 1870 && year <= 2200 ? year : undefined;
}

type AskedTitle = Readonly<{
  title: PlayedTitle;
  question: TitleQuestion;
  duration: number | undefined;
}>;

/** The candidate that `judge` accepts as certain: at the stated place, otherwise by its name. */
function chooseCertain({ title, question, duration }: AskedTitle, works: Title[]): Title | undefined {
  const item = itemOf(title, question);
  const byMedia = new Map(works.map((work) => [toMedia(work), work]));
  const judgeAs = (stated: Item) => judge({ item: stated, ...defined({ duration }) }, [...byMedia.keys()]);
  const judged = judgeAs(item);
  const [best] = judged;
  if (best !== undefined && best.confidence >= confidenceBar && isInPlace(title, best, judged))
    return byMedia.get(best.media);
  const named = works.filter((work) => isCalled(work, title.episodeTitle));
  if (named.length !== 1) return undefined;
  // If the catalogue counts differently, a name that only one episode has is better evidence than the
  // numbers.
  const { seasonNumber: _, episodeNumber: __, ...unnumbered } = item;
  const [first] = judgeAs(unnumbered);
  const work = first && byMedia.get(first.media);
  return first !== undefined && first.confidence >= confidenceBar && work === named[0] ? work : undefined;
}

/** Whether the episode has exactly this name. */
function isCalled({ episodeTitle, episodeTitles = [] }: Title, name: string | undefined): boolean {
  const known = [episodeTitle, ...episodeTitles.map((one) => one.title)].filter((one) => one !== undefined);
  return name !== undefined && hasName(name, known);
}

/**
 * Whether name and numbers allow the best match: the catalogue and the server may number a series
 * differently. A film or an episode with the stated name is accepted. Any other match must have the stated
 * numbers, and no other episode of the series may have the stated name.
 */
function isInPlace(title: PlayedTitle, best: Judged, judged: Judged[]): boolean {
  const { media } = best;
  if (title.type === 'movie' || isNamed(best)) return true;
  const isThere = media.seasonNumber === title.seasonNumber && media.episodeNumber === title.episodeNumber;
  return isThere && !judged.some((one) => one.media.tmdbId === media.tmdbId && isNamed(one));
}

function isNamed({ evidence }: Judged): boolean {
  return evidence.some(({ kind }) => kind === 'episode-name');
}

function itemOf(title: PlayedTitle, { tmdbId, imdbId, tvdbId }: TitleQuestion): Item {
  const { type, title: name, year, seasonNumber, episodeNumber, episodeTitle } = title;
  const ids = defined({ tmdb: tmdbId, imdb: imdbId, tvdb: tvdbId });
  if (type === 'movie') return { type, ids, ...defined({ title: name, year: inRange(year) }) };
  return { type, ids, ...defined({ seriesTitle: name, seasonNumber, episodeNumber, episodeTitle }) };
}

/** Whether a work may be the title. An episode needs a place; a film must not have another IMDb id. */
function isPossible(work: Title, { type, ids }: PlayedTitle): boolean {
  if (type === 'episode') return work.seasonNumber !== undefined && work.episodeNumber !== undefined;
  return ids.imdb === undefined || work.imdbId === undefined || work.imdbId === ids.imdb;
}

function isSame(a: Title, b: Title): boolean {
  return a.tmdbId === b.tmdbId && a.seasonNumber === b.seasonNumber && a.episodeNumber === b.episodeNumber;
}

/** `stated`: the id of an episode, in case the catalogue does not state it. */
function idsOf({ type, tmdbId, ...title }: Title, stated: number | undefined): MediaIds {
  if (type === 'movie') return { type, tmdbId };
  const { seasonNumber, episodeNumber, episodeId = stated } = title;
  return defined({ type, tmdbId, seasonNumber, episodeNumber, episodeId });
}
