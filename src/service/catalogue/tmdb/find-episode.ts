import { withoutSeason } from '../../../core/matching/without-season';
import type { Title, TitleQuestion } from '../catalogue';
import { rankTitles } from '../rank-titles';
import { affordable } from './affordable';
import { chooseHits } from './choose-hits';
import { findInSeries } from './find-in-series';
import type { Inquiry } from './inquiry';
import type { HitRecord } from './records';
import { findByExternalId, search, type ExternalId } from './search';
import { searchWords } from './search-words';
import { simplerTitle } from './simpler-title';

/** Most series of a search that are looked up: each costs a request. */
const LIMITS = { named: 5, others: 2 };
const RESULT_LIMIT = 20;

/** The episode by an id, otherwise the episodes of the series that a search by title finds, best first. */
export async function findEpisodes(inquiry: Inquiry, request: TitleQuestion): Promise<Title[]> {
  const { tmdbId, tvShowId = tmdbId, seriesTitle } = request;
  const byId =
    tvShowId === undefined
      ? await findInExternalIds(inquiry, request)
      : await findInSeries(inquiry, [tvShowId], request);
  if (byId !== undefined) return rankTitles(request, byId);
  if (seriesTitle === undefined) return [];
  return rankTitles(request, await searchEpisodes(inquiry, seriesTitle, request)).slice(0, RESULT_LIMIT);
}

/** The id is that of the episode or of the series. `undefined`: the film database does not know it. */
async function findInExternalIds(inquiry: Inquiry, request: TitleQuestion): Promise<Title[] | undefined> {
  const id = externalIdOf(request);
  const found = id === undefined ? undefined : await findByExternalId(inquiry, id);
  if (found?.episode !== undefined) {
    const { seriesId, ...place } = found.episode;
    return findInSeries(inquiry, [seriesId], { ...request, ...place });
  }
  return found?.seriesId === undefined ? undefined : findInSeries(inquiry, [found.seriesId], request);
}

function externalIdOf({ imdbId, tvdbId }: TitleQuestion): ExternalId | undefined {
  if (imdbId !== undefined) return { source: 'imdb_id', id: imdbId };
  return tvdbId === undefined ? undefined : { source: 'tvdb_id', id: String(tvdbId) };
}

/**
 * A title that finds no episode is searched for without its season, or without its subtitle; then its words.
 */
async function searchEpisodes(
  inquiry: Inquiry,
  seriesTitle: string,
  request: TitleQuestion,
): Promise<Title[]> {
  const found = await findInHits(inquiry, await search(inquiry, 'tv', seriesTitle), seriesTitle, request);
  if (found.length > 0) return found;
  const simpler = withoutSeason(seriesTitle)?.name ?? simplerTitle(seriesTitle);
  const hits = simpler === undefined ? [] : await affordable(search(inquiry, 'tv', simpler));
  const more = await findInHits(inquiry, hits ?? [], simpler ?? '', request);
  if (more.length > 0) return more;
  const stated = { title: seriesTitle, year: request.year };
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
  request: TitleQuestion,
): Promise<Title[]> {
  const chosen = chooseHits(hits, { name, year: request.year }, LIMITS);
  const ids = chosen.map(({ id }) => id);
  return findInSeries(inquiry, ids, request);
}
