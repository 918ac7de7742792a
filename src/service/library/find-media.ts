import { defined } from '../../core/values/defined';
import type { FindMedia, FoundMedia } from '../../protocol/tracker/media-item';
import type { Allowance, Title, TitleQuestion } from '../catalogue/catalogue';
import { titleScore } from '../catalogue/compare-titles';
import type { Service } from '../http/environment';
import { posterUrl } from './media-records';

/** `invalid`: the question has neither a usable id nor a title. `undefined`: nothing was found. */
export type Finding = FoundMedia | 'invalid' | undefined;

/** Answers the question of `POST /media/resolve`: an IMDb id, an id with its type, an episode, or a title. */
export async function findMedia(
  service: Pick<Service, 'catalogue'>,
  question: FindMedia,
  origin: string,
  allowance?: Allowance,
): Promise<Finding> {
  const ask = async (asked: TitleQuestion) => service.catalogue.resolve(asked, allowance);
  const asked = toAsked(question);
  if (isEpisode(asked)) return findEpisode(ask, asked, origin);
  const { type, title, year } = asked;
  if (hasId(asked)) {
    const found = await findById(ask, asked, origin);
    if (found !== undefined || title === undefined) return found;
  }
  if (title === undefined) return 'invalid';
  const film = type === 'tv' ? undefined : await findFilm(ask, { title, year }, origin);
  const show = type === 'movie' ? undefined : await findSeries(ask, { title, year }, origin);
  return betterOf(film, show);
}

type MediaQuestion = ReturnType<typeof toAsked>;

/** The question with one name for each field: some have two. "" and `null` count as absent. */
function toAsked(question: FindMedia) {
  const { type, title, year } = question;
  return {
    type: type ?? undefined,
    ...workIds(question),
    title: title || undefined,
    year: year ?? undefined,
    ...placeOf(question),
  };
}

function workIds({ imdbId, imdb_id, tmdbId, tmdb_id }: FindMedia) {
  return { imdbId: imdbId ?? imdb_id ?? undefined, tmdbId: tmdbId ?? tmdb_id ?? undefined };
}

function placeOf({ tvShowId, seasonNumber, episodeNumber }: FindMedia) {
  return {
    tvShowId: tvShowId ?? undefined,
    seasonNumber: seasonNumber ?? undefined,
    episodeNumber: episodeNumber ?? undefined,
  };
}

function isEpisode({ type, tvShowId, episodeNumber }: MediaQuestion): boolean {
  if (type !== undefined) return type === 'episode';
  return tvShowId !== undefined && episodeNumber !== undefined;
}

/** Whether the question has a usable id. An id of the film database (`tmdbId`) needs a type. */
function hasId({ type, imdbId, tmdbId }: MediaQuestion): boolean {
  return imdbId !== undefined || (tmdbId !== undefined && type !== undefined);
}

async function findEpisode(ask: Ask, asked: MediaQuestion, origin: string): Promise<Finding> {
  const { tvShowId = asked.tmdbId, imdbId, seasonNumber, episodeNumber, title, year } = asked;
  const hasPlace = tvShowId !== undefined && episodeNumber !== undefined;
  // Without an id, `title` is taken as the title of the series: episodes cannot be looked up by their own.
  if (!hasPlace && imdbId === undefined)
    return title === undefined ? 'invalid' : findSeries(ask, { title, year }, origin);
  const place = defined({ tvShowId, imdbId, seasonNumber, episodeNumber });
  return toFound((await ask({ type: 'episode', ...place }))[0], 'episode', origin, 'high');
}

async function findById(ask: Ask, { type, tmdbId, imdbId }: MediaQuestion, origin: string) {
  // `tmdbId` needs a type; `imdbId` does not.
  const ids = defined({ tmdbId: type === undefined ? undefined : tmdbId, imdbId });
  const film = type === 'tv' ? undefined : (await ask({ type: 'movie', ...ids }))[0];
  if (film !== undefined) return toFound(film, 'movie', origin, 'high');
  return type === 'movie' ? undefined : findSeries(ask, ids, origin, 'high');
}

type Ask = (question: TitleQuestion) => Promise<Title[]>;

type NamedWork = Readonly<{
  title: string;
  year: number | undefined;
}>;

async function findFilm(ask: Ask, { title, year }: NamedWork, origin: string) {
  const titles = await ask({ type: 'movie', title, ...defined({ year: sensibleYear(year) }) });
  return toFound(titles[0], 'movie', origin, confidenceOf(titles, title, year));
}

/** Finds a series by looking up its first episode. */
async function findSeries(
  ask: Ask,
  { title, year, ...ids }: Partial<NamedWork> & Readonly<{ tmdbId?: number; imdbId?: string }>,
  origin: string,
  confidence?: FoundMedia['matchConfidence'],
): Promise<FoundMedia | undefined> {
  const first = { type: 'episode', seasonNumber: 1, episodeNumber: 1 } as const;
  const titles = await ask({
    ...first,
    ...ids,
    ...defined({ seriesTitle: title, year: sensibleYear(year) }),
  });
  return toFound(titles[0], 'tv', origin, confidence ?? confidenceOf(titles, title ?? '', year));
}

/** The year, or `undefined` if it is implausible: the title is then looked up without it. */
function sensibleYear(year: number | undefined): number | undefined {
  return year !== undefined && year >= 1870 && year <= 2200 ? year : undefined;
}

/** Minimum `titleScore` of two names for a confidence above `low`. */
const SAME_NAME = 0.9;

function confidenceOf(
  [best, ...others]: Title[],
  asked: string,
  year: number | undefined,
): FoundMedia['matchConfidence'] {
  if (best === undefined) return 'low';
  const isSame = Math.max(...namesOf(best).map((name) => titleScore(asked, name))) >= SAME_NAME;
  const isOfYear = year === undefined || best.year === undefined || Math.abs(best.year - year) <= 1;
  if (!isSame || !isOfYear) return 'low';
  return others.length === 0 || (year !== undefined && best.year === year) ? 'high' : 'medium';
}

function namesOf({ title, originalTitle = title, titles = [] }: Title): string[] {
  return [title, originalTitle, ...titles.map((name) => name.title)];
}

const RANKS = { high: 2, medium: 1, low: 0 };

/**
 * The match with the higher confidence. Of equal ones the film, whose confidence is then at most `medium`.
 */
function betterOf(film: FoundMedia | undefined, show: FoundMedia | undefined): FoundMedia | undefined {
  if (film === undefined || show === undefined) return film ?? show;
  const [first, second] = [RANKS[film.matchConfidence], RANKS[show.matchConfidence]];
  if (first === second) return { ...film, matchConfidence: first === 2 ? 'medium' : film.matchConfidence };
  return first > second ? film : show;
}

function toFound(
  title: Title | undefined,
  type: FoundMedia['type'],
  origin: string,
  matchConfidence: FoundMedia['matchConfidence'],
): FoundMedia | undefined {
  if (title === undefined) return undefined;
  const { tmdbId, episodeId, episodeTitle, seasonNumber, episodeNumber, imdbId = null, year } = title;
  const poster = posterUrl(origin, type === 'movie' ? 'movie' : 'episode', tmdbId);
  const work = { type, year, posterUrl: poster, matchConfidence };
  if (type !== 'episode') return defined({ ...work, tmdbId, title: title.title, imdbId });
  return defined({
    ...work,
    tmdbId: episodeId,
    title: episodeTitle ?? title.title,
    // The IMDb id of the title is that of the series.
    imdbId: null,
    tvShowId: tmdbId,
    seriesTitle: title.title,
    seasonNumber,
    episodeNumber,
  });
}
