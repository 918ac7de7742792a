import { compareNames } from '../../core/matching/compare-names';
import { type Allowance, type Catalogue, type Title, type TitleQuestion, CatalogueError } from './catalogue';
import { rankTitles } from './compare-titles';

/** A source of titles among others. */
export type NamedSource = Readonly<{
  name: string;
  catalogue: Catalogue;
  /** The source knows only some works, so another work of the same name may be missing. */
  isPartial?: boolean;
  /** Milliseconds after which the others answer without it. */
  patienceMs?: number;
  isOff?: () => Promise<boolean>;
}>;

/** Default patience. A client waits 20 s for an answer. */
const PATIENCE_MS = 8000;
/** The patience once another source has answered. */
const SHORT_PATIENCE_MS = 3000;

/**
 * Asks the sources in turn until one is certain, and joins their answers by the ids of the works. A source
 * that is down, slow or busy does no harm if another source knows the title. If none knows it:
 * - the answer is "nothing found" if a source that covers all works has answered before the failing one;
 * - otherwise the question fails, so that clients ask again.
 *
 * `patienceMs`, for tests, replaces the patience of every source.
 */
export function joinCatalogues(sources: NamedSource[], patienceMs?: number): Catalogue {
  const firstOf: FirstOf = async (ask) => firstAnswer(sources, ask, patienceMs);
  return {
    async resolve(request, allowance) {
      const { known, problem } = await askInTurn(sources, request, { allowance, patienceMs });
      // The question fails rather than finding nothing, because clients remember "nothing found" for half an
      // hour.
      if (known.length === 0 && problem !== undefined) throw problem;
      return known.length > 1 ? rankTitles(request, known) : known;
    },
    next: (place, allowance) => firstOf(({ catalogue }) => catalogue.next(place, allowance)),
    coming: (tmdbId, allowance) => firstOf(async ({ catalogue }) => catalogue.coming?.(tmdbId, allowance)),
    details: (work, allowance) => firstOf(async ({ catalogue }) => catalogue.details?.(work, allowance)),
    releases: (page, allowance) => firstOf(async ({ catalogue }) => catalogue.releases?.(page, allowance)),
  };
}

type FirstOf = <T>(ask: (source: NamedSource) => Promise<T | undefined>) => Promise<T | undefined>;

/**
 * The answers of all sources up to the first certain one, and the failure of the first failing source. A
 * failure does not count if a source of all works has answered before it.
 */
async function askInTurn(
  sources: NamedSource[],
  request: TitleQuestion,
  { allowance, patienceMs }: { allowance: Allowance | undefined; patienceMs: number | undefined },
) {
  const known: Title[] = [];
  let isAnswered = false;
  let problem: CatalogueError | undefined;
  for (const source of sources) {
    if (await source.isOff?.()) continue;
    const patience = patienceWith(source, known, patienceMs);
    const found = await attempt(source.catalogue.resolve(request, allowance), patience);
    if (found instanceof CatalogueError) {
      if (!isAnswered) problem ??= found;
      continue;
    }
    isAnswered ||= source.isPartial !== true;
    for (const title of found) addTitle(known, title);
    if (isCertain(source, request, found)) break;
  }
  return { known, problem };
}

function patienceWith(
  { patienceMs }: NamedSource,
  known: Title[],
  told: number | undefined,
): number | undefined {
  if (told !== undefined) return told;
  return known.length > 0 ? SHORT_PATIENCE_MS : patienceMs;
}

/** The answer of the first enabled source that has one. */
async function firstAnswer<T>(
  sources: NamedSource[],
  ask: (source: NamedSource) => Promise<T | undefined>,
  patienceMs: number | undefined,
): Promise<T | undefined> {
  for (const source of sources) {
    if (await source.isOff?.()) continue;
    const found = await attempt(ask(source), patienceMs);
    if (found !== undefined && !(found instanceof CatalogueError)) return found;
  }
  return undefined;
}

/** Adds a title. The first source's facts about it stay; a later source adds missing ones. */
function addTitle(known: Title[], title: Title): void {
  const at = known.findIndex((one) => isSame(one, title));
  const before = known[at];
  if (before === undefined) known.push(title);
  else known[at] = { ...title, ...before };
}

function isSame(a: Title, b: Title): boolean {
  return (
    a.type === b.type &&
    a.tmdbId === b.tmdbId &&
    a.seasonNumber === b.seasonNumber &&
    a.episodeNumber === b.episodeNumber
  );
}

/** Whether no other source could change the answer. */
function isCertain(source: NamedSource, request: TitleQuestion, found: Title[]): boolean {
  if (found.length === 0) return false;
  const { id, tmdbId, tvShowId, imdbId, tvdbId } = request;
  if ([id, tmdbId, tvShowId, imdbId, tvdbId].some((one) => one !== undefined)) return true;
  const asked = request.type === 'movie' ? request.title : request.seriesTitle;
  const named = found.filter((title) => isNamed(title, asked ?? ''));
  if (source.isPartial !== true) return named.length > 0;
  const dated = named.filter(({ year }) => year !== undefined && year === request.year);
  return new Set(dated.map((title) => title.tmdbId)).size === 1;
}

function isNamed({ title, originalTitle = title, titles = [] }: Title, asked: string): boolean {
  return [title, originalTitle, ...titles.map((one) => one.title)].some((name) => {
    const likeness = compareNames(asked, name);
    return likeness === 'same' || likeness === 'variant';
  });
}

async function attempt<T>(work: Promise<T>, patienceMs = PATIENCE_MS): Promise<T | CatalogueError> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<CatalogueError>((resolve) => {
    timer = setTimeout(() => {
      resolve(new CatalogueError('unreachable', 'A source answers too slowly'));
    }, patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
