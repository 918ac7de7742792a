import { cleanTitle } from '../../../core/matching/clean-title';
import { defined } from '../../../core/values/defined';
import type { Title, TitleQuestion } from '../catalogue';
import { rankTitles } from '../rank-titles';
import { affordable } from './affordable';
import { chooseHits } from './choose-hits';
import { findInSeries, type EpisodeQuestion } from './find-in-series';
import type { Inquiry } from './inquiry';
import type { HitRecord } from './records';
import { findByExternalId, search, type ExternalId } from './search';
import { searchWords } from './search-words';
import { searchForms } from './search-forms';
import type { NamedSeason, SeasonsOfName } from './season-of-title';

/** Most series of a search that are looked up: each costs a request. */
const LIMITS = { named: 5, others: 2 };
const RESULT_LIMIT = 20;

/** The episode by an id, otherwise the episodes of the series that a search by title finds, best first. */
export async function findEpisodes(
  inquiry: Inquiry,
  question: TitleQuestion,
  seasonsOfName: SeasonsOfName,
): Promise<Title[]> {
  const request = withYearOfTitle(question);
  const { tmdbId, tvShowId = tmdbId, seriesTitle } = request;
  const byId =
    tvShowId === undefined
      ? await findInExternalIds(inquiry, request)
      : await findInSeries(inquiry, [tvShowId], request);
  if (byId !== undefined) return rankTitles(request, byId);
  if (seriesTitle === undefined) return [];
  const known = seasonOfName(request, seasonsOfName);
  const named =
    known?.season === undefined ? [] : await findInSeries(inquiry, [known.tmdbId], { ...request, known });
  if (named.length > 0) return rankTitles(request, named);
  const found = await searchEpisodes(inquiry, seriesTitle, { ...request, ...defined({ known }) });
  return rankTitles(request, found).slice(0, RESULT_LIMIT);
}

/** "Charmed (2018)" */
function withYearOfTitle(request: TitleQuestion): TitleQuestion {
  const { year = cleanTitle(request.seriesTitle ?? '').year } = request;
  return year === undefined ? request : { ...request, year };
}

/**
 * The season of this name, unless the page states another number. Without its number where the name is that
 * of several seasons, or of a later part of one: then no number in the title says which episode is meant.
 */
function seasonOfName(
  { seriesTitle = '', seasonNumber }: TitleQuestion,
  seasonsOfName: SeasonsOfName,
): NamedSeason | undefined {
  const all = seasonsOfName(cleanTitle(seriesTitle).title);
  const later = all.find(({ season = 1, isLaterPart = false }) => season > 1 || isLaterPart);
  if (later === undefined) return undefined;
  const { tmdbId, season, isLaterPart = false } = later;
  const isOnly = all.every((one) => one.tmdbId === tmdbId && one.season === season);
  const isStated = [undefined, 1, season].includes(seasonNumber);
  return isOnly && isStated && !isLaterPart ? later : { tmdbId };
}

/** The id is that of the episode or of the series. `undefined`: the film database does not know it. */
async function findInExternalIds(inquiry: Inquiry, request: TitleQuestion): Promise<Title[] | undefined> {
  const id = externalIdOf(request);
  const found = id === undefined ? undefined : await findByExternalId(inquiry, id);
  const { seriesId, ...place } = found?.episode ?? { seriesId: found?.seriesId };
  if (seriesId === undefined) return undefined;
  const titles = await findInSeries(inquiry, [seriesId], { ...request, ...place });
  return id?.source === 'tvdb_id'
    ? titles.map((title): Title => ({ matchedBy: 'tvdbId', ...title }))
    : titles;
}

function externalIdOf({ imdbId, tvdbId }: TitleQuestion): ExternalId | undefined {
  if (imdbId !== undefined) return { source: 'imdb_id', id: imdbId };
  return tvdbId === undefined ? undefined : { source: 'tvdb_id', id: String(tvdbId) };
}

/** By what is left of the title, until an episode is found; then by its words. */
async function searchEpisodes(
  inquiry: Inquiry,
  seriesTitle: string,
  request: EpisodeQuestion,
): Promise<Title[]> {
  for (const form of searchForms(seriesTitle, 'tv')) {
    const hits = (await affordable(search(inquiry, 'tv', form))) ?? [];
    const found = await findInHits(inquiry, hits, form, request);
    if (found.length > 0) return found;
  }
  const stated = { title: cleanTitle(seriesTitle).title, year: request.year };
  const others = (await searchWords(inquiry, 'tv', stated)).slice(0, LIMITS.others);
  return findInSeries(
    inquiry,
    others.map(({ id }) => id),
    request,
  );
}

async function findInHits(
  inquiry: Inquiry,
  hits: readonly HitRecord[],
  name: string,
  request: EpisodeQuestion,
): Promise<Title[]> {
  const chosen = chooseHits(hits, { name, year: request.year }, LIMITS);
  const ids = chosen.map(({ id }) => id);
  return findInSeries(inquiry, ids, request);
}
