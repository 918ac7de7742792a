import { plainTitle } from '../core/text/normalize-title';
import { defined } from '../core/values/defined';
import type { Work } from '../protocol/tracker/read-work';
import type { MediaCandidate, ResolvedMedia, ResolveRequest } from '../protocol/tracker/resolve';
import type { SeasonLength } from '../core/media/media';

/** The body of `POST /media/resolve` with the fields that API v1 documents. */
type DocumentedQuestion = Readonly<{
  type?: 'movie' | 'tv' | 'episode';
  imdbId?: string;
  tmdbId?: number;
  title?: string;
  year?: number;
  tvShowId?: number;
  seasonNumber?: number;
  episodeNumber?: number;
}>;

export type DocumentedCalls = Readonly<{
  /** `undefined`: the tracker knows no such title. */
  ask: (question: DocumentedQuestion) => Promise<Work | undefined>;
  /** The lengths of a series' seasons; `undefined` if the tracker does not say. */
  seasons: (tvShowId: number) => Promise<SeasonLength[] | undefined>;
}>;

/** An answer, and whether its question stated less than is known of the title. */
type SearchAnswer = Readonly<{
  work: Work;
  weaker: boolean;
}>;

/**
 * Resolves a film or an episode with documented fields only: one answer, without alternatives and in one
 * language. A series is found by its title, then the episode by the id of the series and its numbers. An
 * answer to a question that stated less than is known of the title gets `matchConfidence: 'low'`.
 */
export async function resolveDocumented(
  query: ResolveRequest,
  calls: DocumentedCalls,
): Promise<ResolvedMedia | undefined> {
  return query.type === 'movie' ? resolveFilm(query, calls) : resolveEpisode(query, calls);
}

async function resolveFilm(
  query: ResolveRequest,
  { ask }: DocumentedCalls,
): Promise<ResolvedMedia | undefined> {
  const { title, year, imdbId } = query;
  const tmdbId = query.tmdbId ?? query.id;
  const found = await firstAnswer(ask, 'movie', { imdbId, id: tmdbId, year }, [
    imdbId === undefined ? undefined : defined({ type: 'movie' as const, imdbId, title, year }),
    tmdbId === undefined ? undefined : { type: 'movie', tmdbId },
    title === undefined ? undefined : defined({ type: 'movie' as const, title, year }),
    title === undefined || year === undefined ? undefined : { type: 'movie', title },
  ]);
  if (found?.work.id === undefined) return undefined;
  return { ...sharedFields(found), type: 'movie', tmdbId: found.work.id, title: found.work.title ?? '' };
}

async function resolveEpisode(
  query: ResolveRequest,
  calls: DocumentedCalls,
): Promise<ResolvedMedia | undefined> {
  const series = await findSeries(query, calls);
  if (series === undefined) return undefined;
  if (series.work.type === 'episode') return toEpisode(series, series.work);
  const { id: tvShowId } = series.work;
  if (tvShowId === undefined || query.episodeNumber === undefined) return undefined;
  const place = await placeOf(query, query.episodeNumber, () => calls.seasons(tvShowId));
  const { seasonNumber, episodeNumber, seasons } = place;
  const episode = await calls.ask({ type: 'episode', tvShowId, seasonNumber, episodeNumber });
  if (episode === undefined) return undefined;
  const isNamed = isSameName(query.episodeTitle, episode.title);
  return {
    ...toEpisode(
      { work: series.work, weaker: series.weaker || (place.isGuess && !isNamed) },
      { ...episode, tvShowId, seasonNumber, episodeNumber },
    ),
    ...defined({ seasons: seasons && [...seasons] }),
  };
}

/** The series; if the page's IMDb id names the episode itself, that episode. */
function findSeries(query: ResolveRequest, { ask }: DocumentedCalls): Promise<SearchAnswer | undefined> {
  const { imdbId, year, seriesTitle: title } = query;
  const id = query.tvShowId ?? query.tmdbId;
  if (id !== undefined)
    return Promise.resolve({ work: { type: 'tv', id, ...defined({ title }) }, weaker: false });
  return firstAnswer(ask, 'tv', { imdbId, year }, [
    imdbId === undefined ? undefined : { imdbId },
    title === undefined ? undefined : defined({ type: 'tv' as const, title, year }),
    title === undefined || year === undefined ? undefined : { type: 'tv', title },
  ]);
}

/** What the page states about a work, besides its title. */
type Stated = Readonly<{
  id?: number | undefined;
  imdbId?: string | undefined;
  year?: number | undefined;
}>;

/**
 * The first answer of the wanted type; an IMDb id alone can also find an episode. Every question after the
 * first omits a stated fact, so its answer counts as weaker unless it contains the same fact.
 */
async function firstAnswer(
  ask: DocumentedCalls['ask'],
  type: 'movie' | 'tv',
  stated: Stated,
  questions: (DocumentedQuestion | undefined)[],
): Promise<SearchAnswer | undefined> {
  let isFirst = true;
  for (const question of questions) {
    if (question === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop -- each is asked only where the one before found nothing
    const work = await ask(question);
    const isWanted = work?.type === type || (type === 'tv' && work?.type === 'episode');
    if (work !== undefined && isWanted) return { work, weaker: !isFirst && !agrees(work, stated) };
    isFirst = false;
  }
  return undefined;
}

/** An answer with exactly the id that the page states is certain, whatever was asked. */
function agrees({ id, imdbId, year }: Work, stated: Stated): boolean {
  if (id !== undefined && id === stated.id) return true;
  const isSame = (answered: unknown, known: unknown) => known === undefined || known === answered;
  return isSame(id, stated.id) && isSame(imdbId, stated.imdbId) && isSame(year, stated.year);
}

type PlacedEpisode = Readonly<{
  seasonNumber: number;
  episodeNumber: number;
  seasons?: SeasonLength[];
  /** The lengths of the seasons are unknown. */
  isGuess: boolean;
}>;

/** A number without a season counts through all seasons except the specials. */
async function placeOf(
  { seasonNumber }: ResolveRequest,
  episodeNumber: number,
  readSeasons: () => Promise<SeasonLength[] | undefined>,
): Promise<PlacedEpisode> {
  if (seasonNumber !== undefined) return { seasonNumber, episodeNumber, isGuess: false };
  const seasons = await readSeasons();
  let left = episodeNumber;
  for (const { number, episodes } of (seasons ?? []).toSorted((a, b) => a.number - b.number)) {
    if (number === 0) continue;
    if (left <= episodes)
      return { seasonNumber: number, episodeNumber: left, isGuess: false, ...defined({ seasons }) };
    left -= episodes;
  }
  return { seasonNumber: 1, episodeNumber, isGuess: true };
}

function toEpisode(series: SearchAnswer, episode: Work): ResolvedMedia {
  const isSeries = series.work.type === 'tv';
  const seriesTitle = isSeries ? series.work.title : episode.seriesTitle;
  const { tvShowId, id, seasonNumber, episodeNumber, title } = episode;
  return {
    ...defined({ posterUrl: episode.posterUrl }),
    ...sharedFields(series),
    type: 'episode',
    title: seriesTitle ?? '',
    ...defined({
      tmdbId: tvShowId,
      tvShowId,
      id,
      seasonNumber,
      episodeNumber,
      seriesTitle,
      episodeTitle: title,
    }),
  };
}

function sharedFields({
  work,
  weaker,
}: SearchAnswer): Pick<MediaCandidate, 'year' | 'imdbId' | 'posterUrl' | 'matchConfidence'> {
  const { year, imdbId, posterUrl, matchConfidence } = work;
  return defined({ year, imdbId, posterUrl, matchConfidence: weaker ? ('low' as const) : matchConfidence });
}

function isSameName(asked: string | undefined, known: string | undefined): boolean {
  return asked !== undefined && known !== undefined && plainTitle(asked) === plainTitle(known);
}
