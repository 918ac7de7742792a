import { plainTitle } from '../../../src/core/text/normalize-title';
import { createFilmDatabase, type FilmDatabase } from '../../support/film-database/create-film-database';
import type { TitleData } from '../../support/film-database/titles';
import type { TitleQuestion } from './questions';

/** What all searches for a stated title and its parts say about the right work. */
export interface PartsSearched {
  readonly searches: number;
  /** The parts with which the work is among the results, on any of their pages. */
  readonly foundBy: readonly string[];
}

/**
 * Searches the film database for every part of the title that a question states: all runs of neighbouring
 * words, and in scripts without spaces all runs of two characters or more; not for an article alone.
 */
export function createPartSearch(data: TitleData): (question: TitleQuestion) => PartsSearched {
  const database = createFilmDatabase(data);
  return ({ item, right, language }) => {
    const parts = partsOf(item.title ?? item.seriesTitle ?? '');
    const kind = item.type === 'movie' ? 'movie' : 'tv';
    const isFound = (query: string) =>
      allResults(database, `/search/${kind}`, { query, language }).includes(right?.tmdbId ?? 0);
    return { searches: parts.length, foundBy: parts.filter(isFound) };
  };
}

function allResults(
  database: FilmDatabase,
  path: string,
  query: Readonly<Record<string, string>>,
): readonly number[] {
  const ids: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = database(path, new URLSearchParams({ ...query, page: String(page) }));
    const { results = [], total_pages: total = 1 } = body as {
      readonly results?: readonly { readonly id: number }[];
      readonly total_pages?: number;
    };
    ids.push(...results.map(({ id }) => id));
    pages = total;
  }
  return ids;
}

function partsOf(title: string): string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const characters = unspaced.test(title) ? Array.from(words.join('')) : [];
  const parts = [
    ...runsOf(words, 1).map((run) => run.join(' ')),
    ...runsOf(characters, 2).map((run) => run.join('')),
  ];
  return [...new Set(parts)].filter((part) => !isArticle(part));
}

function runsOf<T>(parts: readonly T[], least: number): T[][] {
  return parts.flatMap((_, from) =>
    parts.slice(from + least - 1).map((_last, index) => parts.slice(from, from + least + index)),
  );
}

/** An article in front of another word is left out where titles are compared. */
function isArticle(part: string): boolean {
  return plainTitle(`${part} title`) === 'title';
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
