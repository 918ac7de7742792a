import { defined } from '../../../core/values/defined';
import { rememberPosters, type Inquiry, type TitleKind, affordable } from './inquiry';
import type { ExternalRecord, HitRecord } from './records';
import { foundSchema, movieSearchSchema, seriesSearchSchema } from './schemas';
import { toHit } from './to-record';
import { compareNames, type Likeness } from '../../../core/matching/compare-names';
import { plainTitle } from '../../../core/text/normalize-title';

/**
 * Searches for the films or series with this name, or with a name that contains it, in any language. The
 * order is the one of the film database.
 */
export async function search(inquiry: Inquiry, kind: TitleKind, name: string): Promise<HitRecord[]> {
  const { cache, language } = inquiry;
  const query = { language, query: name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase() };
  const key = `search/${kind}?${new URLSearchParams(query).toString()}`;
  const load = async () => {
    const hits = (await request(inquiry, kind, query)).flatMap((hit) => toHit(hit) ?? []);
    await rememberPosters(inquiry, kind, hits);
    return { [key]: hits };
  };
  return (await cache.get<HitRecord[]>(key, load)) ?? [];
}

async function request({ get }: Inquiry, kind: TitleKind, query: Readonly<Record<string, string>>) {
  const found =
    kind === 'movie'
      ? await get('/search/movie', movieSearchSchema, query)
      : await get('/search/tv', seriesSearchSchema, query);
  return found?.results ?? [];
}

/** An id of IMDb (`tt…`), or of thetvdb.com, which has none for films. */
export type ExternalId = Readonly<{
  source: 'imdb_id' | 'tvdb_id';
  id: string;
}>;

/** The film, series or episode with this id. */
export function findByExternalId(
  { get, cache }: Inquiry,
  { source, id }: ExternalId,
): Promise<ExternalRecord | undefined> {
  const key = source === 'imdb_id' ? `find/${id}` : `find/${source}/${id}`;
  return cache.get<ExternalRecord>(key, async () => {
    const found = await get(`/find/${id}`, foundSchema, { external_source: source });
    const episode = found?.tv_episode_results[0];
    const record: ExternalRecord = defined({
      filmId: found?.movie_results[0]?.id,
      seriesId: found?.tv_results[0]?.id,
      episode: episode && {
        seriesId: episode.show_id,
        seasonNumber: episode.season_number,
        episodeNumber: episode.episode_number,
      },
    });
    return { [key]: Object.keys(record).length === 0 ? undefined : record };
  });
}

/** Minimum length of a word to search for. A shorter one finds too much, unless it is a number. */
const LEAST_LETTERS = 4;

/** Maximum number of words of a title to search for; the longest are taken. */
const WORD_LIMIT = 2;

/** Maximum number of works that one word adds. */
const RESULT_LIMIT = 3;

/** Maximum number of works that one word may find. A word in more names is useless. */
const MOST_FOUND = 19;

type StatedTitle = Readonly<{
  title: string;
  year: number | undefined;
}>;

/**
 * Searches for single words of a title, because the work may be known only by another name that shares one of
 * them: "Io e Annie" is "Annie Hall". Two kinds of works are left out:
 * - works of another year, more than one year apart;
 * - works whose name begins or ends the title, or the other way round: "Doctor Who" is not "Doctor Who
 *   Confidential".
 */
export async function searchWords(
  inquiry: Inquiry,
  kind: TitleKind,
  { title, year }: StatedTitle,
): Promise<HitRecord[]> {
  const found = await Promise.all(wordsOf(title).map((word) => affordable(search(inquiry, kind, word))));
  const isPossible = (hit: HitRecord) => isNearYear(hit, year) && !isPart(hit, title);
  return found.flatMap((hits = []) =>
    hits.length > MOST_FOUND ? [] : hits.filter(isPossible).slice(0, RESULT_LIMIT),
  );
}

function isPart({ title: shown, originalTitle }: HitRecord, title: string): boolean {
  return [shown, originalTitle].some((name) => compareNames(title, name) === 'part');
}

function wordsOf(title: string): string[] {
  const words = [...new Set(plainTitle(title).split(' '))];
  return words
    .filter((word) => words.length > 1 && (word.length >= LEAST_LETTERS || /^\p{N}{2,}$/u.test(word)))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORD_LIMIT);
}

/** Maximum numbers of look-ups. Each costs a request. */
type ChoiceLimits = Readonly<{
  /** Works that have the requested name, or may have it. */
  named: number;
  /** The first other works, if no work may have the name. */
  others: number;
}>;

/**
 * Chooses the search results whose other names must be looked up:
 * - results that show the requested name;
 * - results that show no name containing it, so the search found them by another name;
 * - well-known results of exactly the requested year.
 *
 * Those of the requested year come first, then the best known. If no result is of these kinds, a few others
 * are chosen.
 */
export function chooseHits(
  hits: HitRecord[],
  { name, year }: Readonly<{ name: string; year: number | undefined }>,
  limits: ChoiceLimits,
): HitRecord[] {
  const ranked = hits
    .map((hit) => ({ hit, rank: rankOf(hit, name) }))
    .toSorted(
      (a, b) =>
        Number(isNearYear(b.hit, year)) - Number(isNearYear(a.hit, year)) ||
        b.rank - a.rank ||
        (b.hit.popularity ?? 0) - (a.hit.popularity ?? 0),
    );
  const named = ranked.filter(({ hit, rank }) => rank > 0 || isOfYear(hit, year)).map(({ hit }) => hit);
  if (named.length === 0) return preferYear(hits, year).slice(0, limits.others);
  const dated = named.filter((hit) => isNearYear(hit, year));
  return (dated.length > 0 ? dated : named).slice(0, limits.named);
}

/**
 * A well-known work of exactly that year may have the requested name besides the longer one that is shown.
 */
function isOfYear(hit: HitRecord, year: number | undefined): boolean {
  return year !== undefined && hit.year === year && (hit.popularity ?? 0) >= KNOWN;
}

/** Minimum popularity at which a longer name is worth a request. */
const KNOWN = 5;

/** 2: shows the name. 1: shows no name that contains it. 0: shows a longer name. */
function rankOf({ title, originalTitle }: HitRecord, name: string): 0 | 1 | 2 {
  const shown = [title, originalTitle];
  if (shown.some((one) => SAME.has(compareNames(name, one)))) return 2;
  const asked = lettersOf(name);
  return shown.some((one) => lettersOf(one).includes(asked)) ? 0 : 1;
}

/** Letters and digits only: the search ignores spaces and punctuation, but no word, not even an article. */
function lettersOf(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const SAME: ReadonlySet<Likeness> = new Set(['same', 'variant']);

function preferYear(hits: HitRecord[], year: number | undefined): HitRecord[] {
  return hits.toSorted((a, b) => Number(isNearYear(b, year)) - Number(isNearYear(a, year)));
}

/** Sources may differ by one year. A work without a year may be of any year. */
function isNearYear(hit: HitRecord, year: number | undefined): boolean {
  return year === undefined || hit.year === undefined || Math.abs(hit.year - year) <= 1;
}
