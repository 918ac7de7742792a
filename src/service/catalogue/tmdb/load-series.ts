import * as z from 'zod/mini';
import type { KnownName } from '../../../core/media/media';
import { rememberPosters, type Inquiry, type Entries } from './inquiry';
import type { SeasonRecord, SeriesRecord } from './records';
import { appendedSeasonsSchema, episodeNamesSchema, seasonSchema, seriesSchema } from './schemas';
import { episodeNames, toEpisodeRecord, toSeriesRecord } from './to-record';

/** Maximum number of parts that one request may append to a series. */
const APPEND_LIMIT = 20;
const SERIES_PARTS = ['alternative_titles', 'translations', 'external_ids'];

/** Maximum number of seasons that come with a series in one request. */
export const seasonsWithSeries = APPEND_LIMIT - SERIES_PARTS.length;

type SeriesOptions = Readonly<{
  /** Seasons to fetch in the same request, if the series is fetched. */
  seasons?: number[];
  maxAgeMs?: number | undefined;
}>;

/** A series with its names in all languages. */
export function loadSeries(
  inquiry: Inquiry,
  id: number,
  { seasons = [], maxAgeMs }: SeriesOptions = {},
): Promise<SeriesRecord | undefined> {
  const key = `tv/${String(id)}`;
  const appended = seasons.slice(0, seasonsWithSeries);
  const load = async () => {
    const parts = [...SERIES_PARTS, ...appended.map(partOf)].join(',');
    const query = { append_to_response: parts, language: inquiry.language };
    const series = await inquiry.get(`/${key}`, seriesSchema, query);
    const record = series && toSeriesRecord(series);
    if (record !== undefined) await rememberPosters(inquiry, 'tv', [record]);
    return { ...(series && readAppended(inquiry, id, appended, series)), [key]: record };
  };
  return inquiry.cache.get<SeriesRecord>(key, load, maxAgeMs);
}

/** A season in the inquiry's language; `undefined` if there is none. */
export function loadSeason(
  { get, cache, language }: Inquiry,
  id: number,
  number: number,
  maxAgeMs?: number,
): Promise<SeasonRecord | undefined> {
  const load = async () => {
    const season = await get(`/tv/${String(id)}/${partOf(number)}`, seasonSchema, { language });
    return seasonEntries(id, number, language, season && toSeason(season, language));
  };
  return cache.get<SeasonRecord>(seasonKey(id, number, language), load, maxAgeMs);
}

/** Fetches and stores the missing seasons, twenty per request. */
export async function storeSeasons(inquiry: Inquiry, id: number, numbers: number[]): Promise<void> {
  const { get, cache, language } = inquiry;
  const stored = await Promise.all(numbers.map((number) => cache.has(seasonKey(id, number, language))));
  const missing = numbers.filter((_, index) => stored[index] !== true);
  for (let from = 0; from < missing.length; from += APPEND_LIMIT) {
    const some = missing.slice(from, from + APPEND_LIMIT);
    const load = async () => {
      const query = { append_to_response: some.map(partOf).join(','), language };
      const series = await get(`/tv/${String(id)}`, appendedSeasonsSchema, query);
      return series === undefined ? {} : readAppended(inquiry, id, some, series);
    };
    await cache.get(seasonKey(id, some[0] ?? 0, language), load);
  }
}

/** A stored season, in the language in which it was last requested. */
export function storedSeason(
  { cache }: Inquiry,
  id: number,
  number: number,
): Promise<SeasonRecord | undefined> {
  return cache.peek<SeasonRecord>(seasonKey(id, number));
}

/** The names of an episode in all languages, without placeholders. */
export async function loadEpisodeNames(
  { get, cache }: Inquiry,
  id: number,
  season: number,
  number: number,
): Promise<KnownName[]> {
  const key = `tv/${String(id)}/${partOf(season)}/episode/${String(number)}/translations`;
  const load = async () => {
    const found = await get(`/${key}`, episodeNamesSchema);
    return { [key]: found && episodeNames(found.translations, number) };
  };
  return (await cache.get<KnownName[]>(key, load)) ?? [];
}

function partOf(season: number): string {
  return `season/${String(season)}`;
}

/** The key of a season. Without a language: the season as it was last requested, in any language. */
function seasonKey(id: number, number: number, language?: string): string {
  const key = `tv/${String(id)}/${partOf(number)}`;
  return language === undefined ? key : `${key}?language=${language}`;
}

/** Reads the appended seasons of an answer. A season that is missing from the answer does not exist. */
function readAppended(
  { language }: Inquiry,
  id: number,
  numbers: number[],
  series: Readonly<Record<string, unknown>>,
): Entries {
  const entries = numbers.map((number) => {
    const part = series[partOf(number)];
    const season = part === undefined ? undefined : z.safeParse(seasonSchema, part).data;
    // An unreadable part proves nothing about the season.
    if (part !== undefined && season === undefined) return {};
    return seasonEntries(id, number, language, season && toSeason(season, language));
  });
  return Object.assign({}, ...entries) as Entries;
}

function seasonEntries(
  id: number,
  number: number,
  language: string,
  season: SeasonRecord | undefined,
): Entries {
  const own = { [seasonKey(id, number, language)]: season };
  return season === undefined ? own : { ...own, [seasonKey(id, number)]: season };
}

function toSeason({ episodes }: z.infer<typeof seasonSchema>, language: string): SeasonRecord {
  return { language, episodes: episodes.map(toEpisodeRecord) };
}
