import { isRecord } from '../../../core/values/is-record';
import type { Fields } from '../../../protocol/tracker/read-fields';
import { readCount, readId, readImdbId, readLine } from './import-row';

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** A film or a series of Trakt or Simkl. */
export function readWork(work: Fields) {
  const ids = fieldsOf(work['ids']);
  return {
    tmdbId: readId(ids['tmdb']),
    imdbId: readImdbId(ids['imdb']),
    title: readLine(work['title']),
    year: readCount(work['year']),
  };
}
