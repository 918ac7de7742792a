import { titleScore } from '../compare-titles';
import type { BuiltInFilm } from './data';

/** Most titles that a search returns. */
const RESULT_LIMIT = 10;

/** The works whose title, or one of their other titles, resembles this one; best first. */
export function rankByTitle<T extends BuiltInFilm>(works: readonly T[], title: string): T[] {
  return works
    .map((work) => ({
      work,
      score: Math.max(...[work.title, ...namesOf(work), ...work.also].map((name) => titleScore(title, name))),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULT_LIMIT)
    .map(({ work }) => work);
}

function namesOf({ names }: BuiltInFilm): string[] {
  return Object.values(names).filter((name) => name !== undefined);
}
