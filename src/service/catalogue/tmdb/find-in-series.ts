import { compareNames } from '../../../core/matching/compare-names';
import { exactName, isSplitSeason } from '../../../core/matching/season-of-name';
import type { KnownName } from '../../../core/media/media';
import { statedDay } from '../../../core/text/stated-day';
import { titleSeasons } from '../../../core/text/title-season';
import { defined } from '../../../core/values/defined';
import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Title } from '../catalogue';
import { findByName, loadEpisode, placesOf, type PlaceInSeries } from './episodes-of-series';
import { affordable, type Inquiry, dayMs } from './inquiry';
import { loadEpisodeNames, loadSeason, loadSeries, seasonsWithSeries } from './load-series';
import { type SeriesRecord, toEpisode } from './records';
import { seasonOfTitle, type NamedSeason } from './stated-title';

/** A question, with the season that its title names. */
export interface EpisodeQuestion extends ResolveRequest {
  readonly known?: NamedSeason;
}

/**
 * The episodes of these series that the question may mean. They are found by the number, which may also count
 * through all seasons. If no name of theirs fits, or no number is stated, they are found by name or by air
 * date.
 */
export async function findInSeries(
  inquiry: Inquiry,
  ids: number[],
  request: EpisodeQuestion,
): Promise<Title[]> {
  const found = await Promise.all(
    ids.map(async (id) => (await affordable(loadNumbered(inquiry, id, request))) ?? []),
  );
  const numbered = found.flat();
  const { episodeTitle: name } = request;
  const titles = numbered.flatMap((one) => one.titles);
  if (name === undefined || titles.some((title) => isNamed(title, name))) return titles;
  const day = request.episodeNumber === undefined ? statedDay(name, request.language) : undefined;
  if (day !== undefined)
    return (await Promise.all(numbered.map(({ series }) => findByDay(inquiry, series, day.day)))).flat();
  const named = await Promise.all(numbered.map((one) => findNamed(inquiry, one, { ...request, name })));
  return named.flat();
}

type NumberedTitles = Readonly<{
  series: SeriesRecord;
  /** The episodes that the number may mean. */
  titles: Title[];
}>;

async function loadNumbered(
  inquiry: Inquiry,
  id: number,
  request: EpisodeQuestion,
): Promise<NumberedTitles[]> {
  const stored = await loadSeries(inquiry, id, { seasons: seasonsToAppend(request) });
  if (stored === undefined) return [];
  const titles = await findByNumber(inquiry, stored, request);
  return [{ series: withSeasonName(stored, request), titles }];
}

/**
 * For a name that does not fit the numbered episode: compares all names of that episode, then finds the
 * episodes with the name.
 */
async function findNamed(
  inquiry: Inquiry,
  { series, titles }: NumberedTitles,
  { name, seasonNumber }: ResolveRequest & Readonly<{ name: string }>,
): Promise<Title[]> {
  const numbered = await Promise.all(titles.map((title) => withAllNames(inquiry, title)));
  if (numbered.some((title) => isNamed(title, name))) return numbered;
  return [...numbered, ...(await findByName(inquiry, series, { name, seasonNumber }))];
}

/**
 * The seasons that are fetched in the same request as the series. A season that does not exist costs nothing.
 */
function seasonsToAppend({ seasonNumber, episodeNumber, seriesTitle, known }: EpisodeQuestion): number[] {
  if (known?.season !== undefined) return [known.season];
  if (episodeNumber === undefined && seasonNumber === undefined)
    return [...countTo(seasonsWithSeries - 1), 0];
  const inTitle = seasonInTitle(seriesTitle);
  if (seasonNumber === undefined)
    return countTo(Math.max(inTitle ?? 0, Math.ceil((episodeNumber ?? 1) / SHORT_SEASON)));
  return inTitle === undefined || inTitle === seasonNumber ? [seasonNumber] : [seasonNumber, inTitle];
}

function seasonInTitle(title = ''): number | undefined {
  return titleSeasons(title)[0]?.season;
}

/**
 * Presumed minimum length of a season. It decides how many of the first seasons can hold a number that counts
 * through all seasons.
 */
const SHORT_SEASON = 6;

/**
 * The numbers from 1 to this one, at least to 2, because a title may end with the number of the second
 * season.
 */
function countTo(number: number): number[] {
  return Array.from({ length: Math.min(Math.max(2, number), seasonsWithSeries) }, (_, index) => index + 1);
}

async function findByNumber(
  inquiry: Inquiry,
  stored: SeriesRecord,
  request: EpisodeQuestion,
): Promise<Title[]> {
  if (request.episodeNumber === undefined) return [];
  const series = withSeasonName(await withCurrentSeasons(inquiry, stored, request), request);
  const places = statedPlaces(series, request);
  const found = await Promise.all(places.map((place) => describe(inquiry, series, place)));
  return found.flatMap((title) => title ?? []);
}

/** The series with current seasons: a running series may have added the episode since it was stored. */
async function withCurrentSeasons(
  inquiry: Inquiry,
  series: SeriesRecord,
  request: EpisodeQuestion,
): Promise<SeriesRecord> {
  if (series.hasEnded || statedPlaces(series, request).length > 0) return series;
  const seasons = seasonsToAppend(request);
  return (await affordable(loadSeries(inquiry, series.id, { seasons, maxAgeMs: dayMs }))) ?? series;
}

/**
 * Adds the page's title to the names as the name of the season that it states, so that clients need not parse
 * it.
 */
function withSeasonName(series: SeriesRecord, { seriesTitle, known }: EpisodeQuestion): SeriesRecord {
  const season = known?.tmdbId === series.id ? known.season : seasonOfTitle(series, seriesTitle ?? '');
  if (seriesTitle === undefined || season === undefined) return series;
  const others = series.names.filter(({ title }) => exactName(title) !== exactName(seriesTitle));
  return { ...series, names: [{ title: seriesTitle, season }, ...others] };
}

function statedPlaces(series: SeriesRecord, request: EpisodeQuestion): PlaceInSeries[] {
  const { seriesTitle = '', seasonNumber, episodeNumber, known } = request;
  if (episodeNumber === undefined) return [];
  const { originalTitle, names: titles, seasons } = series;
  const item = { type: 'episode', seriesTitle, ...defined({ seasonNumber }) } as const;
  const media = { type: 'episode', seriesTitle: originalTitle, titles } as const;
  if (isSplitSeason(item, media)) return placesOf(seasons, { seasonNumber: 1, episodeNumber });
  const titleSeason = known?.tmdbId === series.id ? known.season : seasonOfTitle(series, seriesTitle);
  return placesOf(seasons, { seasonNumber, episodeNumber, titleSeason });
}

async function describe(
  inquiry: Inquiry,
  series: SeriesRecord,
  place: PlaceInSeries,
): Promise<Title | undefined> {
  const found = await loadEpisode(inquiry, series.id, place);
  if (found === undefined) return undefined;
  const { season, episode } = found;
  const facts = { seasonNumber: place.seasonNumber, episode, language: season.language };
  return toEpisode(series, facts, inquiry.language);
}

async function withAllNames(inquiry: Inquiry, title: Title): Promise<Title> {
  const { tmdbId, seasonNumber = 0, episodeNumber = 0, episodeTitles } = title;
  const names = await affordable(loadEpisodeNames(inquiry, tmdbId, seasonNumber, episodeNumber));
  return { ...title, ...defined({ episodeTitles: joinNames(episodeTitles, names) }) };
}

function joinNames(known: KnownName[] | undefined, others: KnownName[] | undefined): KnownName[] | undefined {
  if (others === undefined) return known;
  return [
    ...(known ?? []),
    ...others.filter(({ title }) => known?.every((one) => one.title !== title) ?? true),
  ];
}

function isNamed({ episodeTitles = [] }: Title, name: string): boolean {
  return episodeTitles.some(({ title }) => isLikeName(name, title));
}

/**
 * Whether two names are alike: "Chapter One: The Vanishing of Will Byers" is like "The Vanishing of Will
 * Byers".
 */
function isLikeName(asked: string, known: string): boolean {
  return ['same', 'variant', 'near', 'part'].includes(compareNames(asked, known));
}

/** The episodes of a daily programme that were aired on this day. A single one is certain. */
async function findByDay(inquiry: Inquiry, series: SeriesRecord, day: string): Promise<Title[]> {
  const begun = series.seasons.filter(
    ({ number, airDate }) => number > 0 && airDate !== undefined && airDate <= day,
  );
  const current = begun.toSorted((a, b) => ((a.airDate ?? '') < (b.airDate ?? '') ? 1 : -1))[0];
  if (current === undefined) return [];
  const load = (maxAgeMs?: number) => affordable(loadSeason(inquiry, series.id, current.number, maxAgeMs));
  const stored = await load();
  const isListed = stored?.episodes.some(({ airDate }) => airDate === day) === true;
  const season = isListed ? stored : await load(dayMs);
  if (season === undefined) return [];
  const { language } = season;
  const facts = { seasonNumber: current.number, language };
  const titles = season.episodes
    .filter(({ airDate }) => airDate === day)
    .map((episode) => toEpisode(series, { ...facts, episode }, inquiry.language));
  return titles.length === 1 ? titles.map((title): Title => ({ ...title, matchedBy: 'airDate' })) : titles;
}
