import { comparableTitle } from '../../../core/matching/compare-names';
import { defined } from '../../../core/values/defined';
import { type Allowance, type Catalogue, type Title, type TitleQuestion, CatalogueError } from '../catalogue';
import type { SiteId, KnownWork } from '../sources/open-work';

const WEEK_MS = 7 * 86_400_000;
/** Number of weeks without an episode that a season may have, such as at the new year. */
const SPARE_WEEKS = 4;
/** A work that ran longer than this has several seasons in other sources. */
const LONGEST_SEASON_WEEKS = 60;

/**
 * Looks up the works with a site's own id. Several works mean that it is uncertain which of them is meant.
 */
export type SiteIdLookUp = (id: SiteId) => Promise<KnownWork[]>;

/**
 * Looks up the site's own id before the title. The first public source of `lookUps` that knows the id
 * decides. Its work is certain, in every language, unless the question contradicts it.
 *
 * Statements of people on the tracker (`isSaid`) are certain only if public data do not contradict them and
 * the page's title names no other work. So nobody can secretly give other people's titles another meaning.
 */
export function bySiteId(catalogue: Catalogue, lookUps: SiteIdLookUp[]): Catalogue {
  return {
    ...catalogue,
    async resolve({ siteIds = {}, ...question }, allowance) {
      const works = await find(lookUps, siteIds);
      const [work] = works;
      const byTitle = () =>
        isNamed(question) ? catalogue.resolve(question, allowance) : Promise.resolve([]);
      if (work === undefined) return byTitle();
      if (new Set(works.map(workKey)).size > 1) return askAll(catalogue, question, { works, allowance });
      if (work.isSaid === true) {
        const others = (await byTitle().catch(ignoreAway)).filter((title) =>
          isOtherOfName(title, work, question),
        );
        if (others.length > 0)
          return [...(await askAll(catalogue, question, { works, allowance })), ...others.map(uncertain)];
      }
      const titles = await askFor(catalogue, question, { works, allowance });
      return titles.length > 0 ? titles : byTitle();
    },
  };
}

async function find(
  lookUps: SiteIdLookUp[],
  siteIds: Readonly<Record<string, string>>,
): Promise<KnownWork[]> {
  const said: KnownWork[] = [];
  for (const [site, id] of Object.entries(siteIds))
    for (const lookUp of lookUps) {
      // A source that is down delays nobody: the title is looked up instead, and the id again next time.
      const works = await lookUp({ site, id }).catch(ignoreAway);
      said.push(...works.filter(({ isSaid }) => isSaid === true));
      if (works.length > 0 && works.every(({ isSaid }) => isSaid !== true)) return agreed(said, works);
    }
  return said;
}

/**
 * Joins people's statements with public data. If they agree, the result is the public data. Otherwise both
 * are returned, and the result is uncertain.
 */
function agreed(said: KnownWork[], known: KnownWork[]): KnownWork[] {
  const keys = new Set(known.map(workKey));
  return said.every((work) => keys.has(workKey(work))) ? known : [...said, ...known];
}

/** Whether the title is another work than the stated one and has the name on the page. */
function isOtherOfName(title: Title, work: KnownWork, { title: film, seriesTitle }: TitleQuestion): boolean {
  const name = comparableTitle(seriesTitle ?? film ?? '');
  const names = [title.title, title.originalTitle, ...(title.titles ?? []).map((one) => one.title)];
  const isSaid = title.tmdbId === work.tmdbId && (title.type === 'movie') === (work.kind === 'movie');
  return !isSaid && name !== '' && names.some((one) => one !== undefined && comparableTitle(one) === name);
}

function ignoreAway(error: unknown): [] {
  if (error instanceof CatalogueError) return [];
  throw error;
}

type Known = Readonly<{
  works: KnownWork[];
  allowance: Allowance | undefined;
}>;

/** The title of the single work. Empty if the question contradicts it. */
async function askFor(
  catalogue: Catalogue,
  question: TitleQuestion,
  { works, allowance }: Known,
): Promise<Title[]> {
  const [work] = works;
  if (work === undefined || (work.kind === 'movie') !== (question.type === 'movie')) return [];
  if (works.every(({ isLaterPart }) => isLaterPart === true)) return [];
  const season = seasonOf(works, question);
  const { language, episodeNumber, episodeTitle } = question;
  const place = { seasonNumber: season, episodeNumber, episodeTitle };
  const asked: TitleQuestion =
    work.kind === 'movie'
      ? { type: 'movie', tmdbId: work.tmdbId, language }
      : { type: 'episode', tvShowId: work.tmdbId, ...place, language };
  const found = await catalogue.resolve(asked, allowance).catch(ignoreAway);
  const titles = found.length > 0 ? found : titleOfWork(work, season, question);
  const [title] = titles.filter((one) => !contradicts(one, { ...question, seasonNumber: season }));
  if (title === undefined) return [];
  return [isPlaced(title, season) ? { ...title, matchedBy: 'siteId' } : title];
}

/**
 * Whether the title's place is known. For a series with several seasons, the work alone does not name the
 * season.
 */
function isPlaced({ type, seasons = [] }: Title, season: number | undefined): boolean {
  return type === 'movie' || season !== undefined || seasons.filter(({ number }) => number > 0).length === 1;
}

/** The titles of all works that the question may mean. None of them is certain. */
export async function askAll(
  catalogue: Catalogue,
  question: TitleQuestion,
  { works, allowance }: Known,
): Promise<Title[]> {
  const titles: Title[] = [];
  for (const key of new Set(works.map(workKey))) {
    const one = works.filter((work) => workKey(work) === key);
    const found = await askFor(catalogue, question, { works: one, allowance });
    titles.push(...found.map(uncertain));
  }
  return titles;
}

function uncertain(title: Title): Title {
  const { matchedBy: _, ...known } = title;
  return known;
}

function workKey({ kind, tmdbId }: KnownWork): string {
  return `${kind}/${String(tmdbId)}`;
}

/**
 * The season that the question means. A site that lists each season as its own series states season 1 or
 * none, so the work's season counts. If the site has all seasons under one id, the page's season counts.
 */
function seasonOf(works: KnownWork[], { seasonNumber }: TitleQuestion): number | undefined {
  const seasons = new Set(works.map(({ season }) => season));
  const [only] = seasons;
  if (seasons.size !== 1 || only === undefined) return seasonNumber;
  return seasonNumber === undefined || seasonNumber === 1 ? only : seasonNumber;
}

/**
 * Whether the question contradicts the title. Sources may differ by a year. For a series, the page may state
 * the year of a later season.
 */
function contradicts(title: Title, { year, seasonNumber, episodeNumber }: TitleQuestion): boolean {
  const isOther = <T>(known: T | undefined, stated: T | undefined) =>
    known !== undefined && stated !== undefined && known !== stated;
  if (isOther(title.seasonNumber, seasonNumber) || isOther(title.episodeNumber, episodeNumber)) return true;
  if (title.year === undefined || year === undefined) return false;
  return title.type === 'movie' ? Math.abs(title.year - year) > 1 : year < title.year - 1;
}

function isNamed({ title, seriesTitle, id, tmdbId, tvShowId, imdbId, tvdbId }: TitleQuestion): boolean {
  return [title, seriesTitle, id, tmdbId, tvShowId, imdbId, tvdbId].some((field) => field !== undefined);
}

/**
 * A title without any other source: the work's names, and the place in the question. Empty if the place is
 * unknown or beyond the end of the season.
 */
function titleOfWork(work: KnownWork, season: number | undefined, question: TitleQuestion): Title[] {
  const { kind, begin = '' } = work;
  const fields = namesOf(work, question.language);
  if (fields === undefined) return [];
  if (kind === 'movie') return [{ type: 'movie', ...fields, ...defined({ year: yearOf(begin) }) }];
  const { episodeNumber } = question;
  const seasonNumber = season ?? (work.season === undefined ? 1 : undefined);
  if (seasonNumber === undefined || episodeNumber === undefined || episodeNumber > mostEpisodes(work))
    return [];
  return [{ type: 'episode', ...fields, seasonNumber, episodeNumber }];
}

/**
 * The title fields of a work: the shown title, the original title and all names. `undefined`: no name is
 * known.
 */
function namesOf({ tmdbId, names = [], originalLanguage }: KnownWork, language = '') {
  const original = names.find((name) => name.language === originalLanguage) ?? names[0];
  if (original === undefined) return undefined;
  const [code] = language.split('-');
  const shown = names.find((name) => name.language?.split('-')[0] === code) ?? original;
  return {
    tmdbId,
    title: shown.title,
    originalTitle: original.title,
    titles: names,
    ...defined({ originalLanguage }),
  };
}

/**
 * The highest plausible episode number, at one episode a week. 0: the series is still running, or ran too
 * long for a single season.
 */
function mostEpisodes({ begin = '', end = '' }: KnownWork): number {
  const weeks = Math.round((Date.parse(end) - Date.parse(begin)) / WEEK_MS);
  return weeks <= LONGEST_SEASON_WEEKS ? weeks + SPARE_WEEKS : 0;
}

function yearOf(day: string): number | undefined {
  const year = /^\d{4}/.exec(day)?.[0];
  return year === undefined ? undefined : Number(year);
}
