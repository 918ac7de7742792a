import { cleanTitle } from '../../../core/matching/clean-title';
import { compareNames } from '../../../core/matching/compare-names';
import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import { type Title, CatalogueError } from '../catalogue';
import { hasName, rankTitles } from '../compare-titles';
import { affordable, rememberPosters, type Inquiry } from './inquiry';
import { chooseHits, findByExternalId, search, searchWords } from './search';
import { type FilmRecord, type HitRecord, hitToFilm, toFilm } from './records';
import { searchForms, withoutPartNumber } from './stated-title';
import { movieSchema } from './schemas';
import { toFilmRecord } from './to-record';

/** Maximum number of films in an answer. */
const RESULT_LIMIT = 20;
/** Maximum numbers of films whose names are looked up, by kind of search result. Each costs a request. */
const LIMITS = { named: 5, others: 3, sequels: 2 };

/** Finds the film by its id, otherwise the films with this title, best first. */
export async function findFilms(inquiry: Inquiry, request: ResolveRequest): Promise<Title[]> {
  const id = await filmId(inquiry, request);
  const film = id === undefined ? undefined : await loadFilm(inquiry, id);
  if (film !== undefined) return [toFilm(film, inquiry.language)];
  const { title } = request;
  if (title === undefined) return [];
  const { year = cleanTitle(title).year } = request;
  return rankTitles(request, await searchByParts(inquiry, title, year)).slice(0, RESULT_LIMIT);
}

/**
 * Searches for the whole title, then for a part of it, then for single words, until a film has the page's
 * name. Films found by a single word are not looked up, unless the search result shows the name in another
 * spelling.
 */
async function searchByParts(inquiry: Inquiry, title: string, year: number | undefined): Promise<Title[]> {
  const { title: name } = cleanTitle(title);
  const films: Title[] = [];
  for (const form of searchForms(title, 'movie')) {
    const found = (await affordable(searchFilms(inquiry, form, name, year))) ?? [];
    films.push(...found);
    if (found.some((known) => isNamed(known, name) || isNamed(known, form))) return films;
  }
  const others = await searchWords(inquiry, 'movie', { title: name, year });
  const described = others.map(async (hit) =>
    hasName(name, [hit.title, hit.originalTitle]) ? describeFilm(inquiry, hit) : hitToFilm(hit),
  );
  return [...films, ...(await Promise.all(described))];
}

async function filmId(
  inquiry: Inquiry,
  { id, tmdbId = id, imdbId }: ResolveRequest,
): Promise<number | undefined> {
  if (tmdbId !== undefined || imdbId === undefined) return tmdbId;
  return (await findByExternalId(inquiry, { source: 'imdb_id', id: imdbId }))?.filmId;
}

/**
 * Searches for `form`, which is the title or a part of it. Returns all results, because a film left out could
 * have the same name. `chooseHits` chooses the results that are looked up: by the whole `name` if a result
 * has it, otherwise by `form`.
 */
async function searchFilms(
  inquiry: Inquiry,
  form: string,
  name: string,
  year: number | undefined,
): Promise<Title[]> {
  const hits = await search(inquiry, 'movie', form);
  const isBorne = hits.some((hit) => hasName(name, [hit.title, hit.originalTitle]));
  const isPart = form !== name && form === withoutPartNumber(name);
  const sequels = isPart ? hits.filter((hit) => isLonger(hit, form)) : [];
  const chosen = new Set([
    ...chooseHits(hits, { name: isBorne ? name : form, year }, LIMITS),
    ...sequels.slice(0, LIMITS.sequels),
  ]);
  return Promise.all(
    hits.map((hit) => (chosen.has(hit) ? describeFilm(inquiry, hit) : Promise.resolve(hitToFilm(hit)))),
  );
}

/**
 * Whether a name begins or ends with the searched form. A part of a film series may have its own title
 * besides its number: "Wicked: For Good" is "Wicked: Part Two".
 */
function isLonger({ title, originalTitle }: HitRecord, form: string): boolean {
  return [title, originalTitle].some((name) => compareNames(form, name) === 'part');
}

/** The film with all its names; only the search result if the allowance is used up. */
async function describeFilm(inquiry: Inquiry, hit: HitRecord): Promise<Title> {
  try {
    const film = await loadFilm(inquiry, hit.id);
    return film === undefined ? hitToFilm(hit) : toFilm(film, inquiry.language);
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'spent') return hitToFilm(hit);
    throw error;
  }
}

function isNamed({ title, originalTitle = title, titles = [] }: Title, name: string): boolean {
  return hasName(name, [title, originalTitle, ...titles.map((known) => known.title)]);
}

/** A film with its names in all languages. */
function loadFilm(inquiry: Inquiry, id: number): Promise<FilmRecord | undefined> {
  const key = `movie/${String(id)}`;
  return inquiry.cache.get<FilmRecord>(key, async () => {
    const parts = { append_to_response: 'alternative_titles,translations' };
    const film = await inquiry.get(`/${key}`, movieSchema, parts);
    const record = film && toFilmRecord(film);
    if (record !== undefined) await rememberPosters(inquiry, 'movie', [record]);
    return { [key]: record };
  });
}
