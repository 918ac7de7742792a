import { cleanTitle } from '../../../core/matching/clean-title';
import { defined } from '../../../core/values/defined';
import type { Title, TitleQuestion } from '../catalogue';
import { rankTitles } from '../compare-titles';
import { affordable, type Inquiry } from './inquiry';
import { chooseHits, findByExternalId, search, type ExternalId, searchWords } from './search';
import { findInSeries, type EpisodeQuestion } from './find-in-series';
import type { ExternalRecord, HitRecord } from './records';
import { searchForms, type NamedSeason, type SeasonsOfName } from './stated-title';

/**
 * Maximum numbers of found series that are looked up: series with the name, and others. Each costs a request.
 */
const LIMITS = { named: 5, others: 2 };
const RESULT_LIMIT = 20;

/** Finds the episode by an id, otherwise the episodes of the series with this title, best first. */
export async function findEpisodes(
  inquiry: Inquiry,
  question: TitleQuestion,
  seasonsOfName: SeasonsOfName,
): Promise<Title[]> {
  const request = withYearOfTitle(question);
  const { seriesTitle } = request;
  const byId = await findByIds(inquiry, request);
  if (byId !== undefined) return rankTitles(request, byId);
  if (seriesTitle === undefined) return [];
  const known = seasonOfName(request, seasonsOfName);
  const named =
    known?.season === undefined ? [] : await findInSeries(inquiry, [known.tmdbId], { ...request, known });
  if (named.length > 0) return rankTitles(request, named);
  const found = await searchEpisodes(inquiry, seriesTitle, { ...request, ...defined({ known }) });
  return rankTitles(request, found).slice(0, RESULT_LIMIT);
}

/** Adds the year that the title itself states: "Charmed (2018)". */
function withYearOfTitle(request: TitleQuestion): TitleQuestion {
  const { year = cleanTitle(request.seriesTitle ?? '').year } = request;
  return year === undefined ? request : { ...request, year };
}

/**
 * The season that the title names. `undefined`: it names none. The season's number is left out if the page
 * states another number, if several seasons have the name, or if the name belongs to a later part of a
 * season: then the title does not say which episode is meant.
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

/**
 * Looks up every stated id: that of the film database, and those of other databases, which may stand for the
 * series or the episode. If they lead to several series, one of them is wrong, so all results are returned.
 * `undefined`: the film database knows none of the ids.
 */
async function findByIds(inquiry: Inquiry, request: TitleQuestion): Promise<Title[] | undefined> {
  const { tmdbId, tvShowId = tmdbId } = request;
  const named = await Promise.all(
    externalIds(request).map((id) => affordable(findByExternalId(inquiry, id))),
  );
  const places = named.flatMap((found) => placeOf(found) ?? []);
  const others = places.filter(
    ({ seriesId }, index) =>
      seriesId !== tvShowId && places.findIndex((one) => one.seriesId === seriesId) === index,
  );
  if (tvShowId === undefined && others.length === 0) return undefined;
  const found = await Promise.all(
    others.map(({ seriesId, ...place }) => findInSeries(inquiry, [seriesId], { ...request, ...place })),
  );
  return [
    ...(tvShowId === undefined ? [] : await findInSeries(inquiry, [tvShowId], request)),
    ...found.flat().map((title): Title => ({ matchedBy: 'externalId', ...title })),
  ];
}

function externalIds({ imdbId, tvdbId }: TitleQuestion): ExternalId[] {
  return [
    ...(imdbId === undefined ? [] : [{ source: 'imdb_id', id: imdbId } as const]),
    ...(tvdbId === undefined ? [] : [{ source: 'tvdb_id', id: String(tvdbId) } as const]),
  ];
}

function placeOf(found: ExternalRecord | undefined) {
  const { episode, seriesId } = found ?? {};
  return episode ?? (seriesId === undefined ? undefined : { seriesId });
}

/**
 * Searches for shorter and shorter forms of the title until an episode is found. Then searches for single
 * words.
 */
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
  hits: HitRecord[],
  name: string,
  request: EpisodeQuestion,
): Promise<Title[]> {
  const chosen = chooseHits(hits, { name, year: request.year }, LIMITS);
  const ids = chosen.map(({ id }) => id);
  return findInSeries(inquiry, ids, request);
}
