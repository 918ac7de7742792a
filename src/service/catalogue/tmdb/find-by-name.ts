import { compareNames, type Likeness } from '../../../core/matching/compare-names';
import type { Title } from '../catalogue';
import { affordable } from './affordable';
import type { Inquiry } from './inquiry';
import { loadSeason, storeSeasons } from './load-series';
import type { EpisodeRecord, SeasonRecord, SeriesRecord } from './records';
import { toEpisode } from './to-title';

/** Most episodes of the same name. */
const RESULT_LIMIT = 3;

type NamedEpisode = Readonly<{
  name: string;
  /** Only in this season. */
  seasonNumber: number | undefined;
}>;

/**
 * The episodes with this name in the language of the question, otherwise in the original one; specials last.
 */
export async function findByName(
  inquiry: Inquiry,
  series: SeriesRecord,
  wanted: NamedEpisode,
): Promise<Title[]> {
  const found = await findInLanguage(inquiry, series, wanted);
  const { originalLanguage = inquiry.language } = series;
  if (found.length > 0 || inquiry.language.startsWith(originalLanguage)) return found;
  return findInLanguage({ ...inquiry, language: originalLanguage }, series, wanted);
}

type FoundEpisode = Readonly<{
  seasonNumber: number;
  season: SeasonRecord;
  episode: EpisodeRecord;
  likeness: Likeness;
}>;

async function findInLanguage(
  inquiry: Inquiry,
  series: SeriesRecord,
  { name, seasonNumber: only }: NamedEpisode,
): Promise<Title[]> {
  const numbers = series.seasons
    .map(({ number }) => number)
    .sort((a, b) => rankOf(a, only) - rankOf(b, only));
  await affordable(storeSeasons(inquiry, series.id, numbers));
  const seasons = await Promise.all(
    numbers.map(async (number) => ({
      number,
      season: await affordable(loadSeason(inquiry, series.id, number)),
    })),
  );
  const found = seasons.flatMap(({ number, season }) => (season ? namedIn(season, number, name) : []));
  const best = LIKENESSES.find((likeness) => found.some((one) => one.likeness === likeness));
  return found
    .filter(({ likeness }) => likeness === best)
    .slice(0, RESULT_LIMIT)
    .map(({ seasonNumber, season, episode }) =>
      toEpisode(series, { seasonNumber, episode, language: season.language }, inquiry.language),
    );
}

/** From the closest to the loosest likeness that counts. */
const LIKENESSES: readonly Likeness[] = ['same', 'variant', 'near', 'part'];

function namedIn(season: SeasonRecord, seasonNumber: number, name: string): FoundEpisode[] {
  return season.episodes.flatMap((episode) => {
    const likeness = episode.name === undefined ? 'differs' : compareNames(name, episode.name);
    return LIKENESSES.includes(likeness) ? [{ seasonNumber, season, episode, likeness }] : [];
  });
}

/** The stated season first, the specials last. */
function rankOf(number: number, stated: number | undefined): number {
  if (number === stated) return -1;
  return number === 0 ? Number.MAX_SAFE_INTEGER : number;
}
