import { compareNames } from '../../../core/matching/compare-names';
import { splitSeason, statedSeason } from '../../../core/matching/season-of-name';
import { withoutSeason } from '../../../core/matching/without-season';
import type { KnownName } from '../../../core/media/media';
import { defined } from '../../../core/values/defined';
import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Title } from '../catalogue';
import { findByName } from './find-by-name';
import { affordable } from './affordable';
import type { Inquiry } from './inquiry';
import { loadEpisode } from './load-episode';
import { loadEpisodeNames, loadSeries, seasonsWithSeries } from './load-series';
import { placesOf, type Place } from './places';
import type { SeriesRecord } from './records';
import { dayMs } from './title-cache';
import { toEpisode } from './to-title';

/**
 * The episodes of a series that the question can mean: by the number, also one that runs through all seasons,
 * and by the name, where it belongs to another number or no number is stated.
 */
export async function findInSeries(inquiry: Inquiry, id: number, request: ResolveRequest): Promise<Title[]> {
  const series = await loadSeries(inquiry, id, { seasons: seasonsToAppend(request) });
  if (series === undefined) return [];
  const numbered = await findByNumber(inquiry, series, request);
  const { episodeTitle: name } = request;
  if (name === undefined) return numbered;
  const named = numbered.some((title) => isNamed(title, name))
    ? []
    : await findByName(inquiry, series, { name, seasonNumber: request.seasonNumber });
  return [...numbered, ...named];
}

/** Fetched with the series; a season that it does not have costs nothing. */
function seasonsToAppend({ seasonNumber, episodeNumber, seriesTitle }: ResolveRequest): number[] {
  if (episodeNumber === undefined && seasonNumber === undefined)
    return [...countTo(seasonsWithSeries - 1), 0];
  if (seasonNumber === undefined) return countTo(Math.ceil((episodeNumber ?? 1) / SHORT_SEASON));
  const inTitle = withoutSeason(seriesTitle ?? '')?.season;
  return inTitle === undefined || inTitle === seasonNumber ? [seasonNumber] : [seasonNumber, inTitle];
}

/** A number through all seasons is in one of the first, if they have at least as many episodes. */
const SHORT_SEASON = 6;

/** 1 to this number, and at least to 2: the season that a title may end with. */
function countTo(number: number): number[] {
  return Array.from({ length: Math.min(Math.max(2, number), seasonsWithSeries) }, (_, index) => index + 1);
}

async function findByNumber(
  inquiry: Inquiry,
  known: SeriesRecord,
  request: ResolveRequest,
): Promise<Title[]> {
  if (request.episodeNumber === undefined) return [];
  const series = await withCurrentSeasons(inquiry, known, request);
  const places = statedPlaces(series, request);
  const found = await Promise.all(places.map((place) => describe(inquiry, series, place, request)));
  return found.flatMap((title) => title ?? []);
}

/** A series that is still produced may have got the episode since it was stored. */
async function withCurrentSeasons(
  inquiry: Inquiry,
  series: SeriesRecord,
  request: ResolveRequest,
): Promise<SeriesRecord> {
  if (series.hasEnded || statedPlaces(series, request).length > 0) return series;
  const seasons = seasonsToAppend(request);
  return (await affordable(loadSeries(inquiry, series.id, { seasons, maxAgeMs: dayMs }))) ?? series;
}

/** The season that a title states is judged by the names of the series: as the clients do it. */
function statedPlaces(series: SeriesRecord, request: ResolveRequest): Place[] {
  const { seriesTitle = '', seasonNumber, episodeNumber } = request;
  if (episodeNumber === undefined) return [];
  const { originalTitle, names: titles, seasons } = series;
  const item = { type: 'episode', seriesTitle } as const;
  const media = { type: 'episode', seriesTitle: originalTitle, titles } as const;
  if (seasonNumber !== undefined && splitSeason(item, media) === seasonNumber)
    return placesOf(seasons, { seasonNumber: 1, episodeNumber });
  return placesOf(seasons, { seasonNumber, episodeNumber, titleSeason: statedSeason(item, media) });
}

/** The episode at this place. All its names are looked up where the page states another one than is known. */
async function describe(
  inquiry: Inquiry,
  series: SeriesRecord,
  { seasonNumber, episodeNumber }: Place,
  { episodeTitle: asked }: ResolveRequest,
): Promise<Title | undefined> {
  const { language } = inquiry;
  const found = await loadEpisode(inquiry, series.id, { seasonNumber, episodeNumber });
  if (found === undefined) return undefined;
  const facts = { seasonNumber, episode: found.episode, language: found.season.language };
  const title = toEpisode(series, facts, language);
  if (asked === undefined || isNamed(title, asked)) return title;
  const names = await affordable(loadEpisodeNames(inquiry, series.id, seasonNumber, episodeNumber));
  return toEpisode(
    series,
    { ...facts, ...defined({ names: joinNames(title.episodeTitles, names) }) },
    language,
  );
}

function joinNames(
  known: readonly KnownName[] | undefined,
  others: readonly KnownName[] | undefined,
): readonly KnownName[] | undefined {
  if (others === undefined) return known;
  return [
    ...(known ?? []),
    ...others.filter(({ title }) => known?.every((one) => one.title !== title) ?? true),
  ];
}

function isNamed({ episodeTitles = [] }: Title, name: string): boolean {
  return episodeTitles.some(({ title }) => isLikeName(name, title));
}

/** "Chapter One: The Vanishing of Will Byers" is also "The Vanishing of Will Byers". */
function isLikeName(asked: string, known: string): boolean {
  return ['same', 'variant', 'near', 'part'].includes(compareNames(asked, known));
}
