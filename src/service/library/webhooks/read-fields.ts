import { isRecord } from '../../../core/values/is-record';
import type { Fields } from '../../../protocol/tracker/read-fields';
import { readId, readImdbId } from '../imports/import-row';
import type { SourceIds } from './playing';

export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** A number from 0, or its text: templates turn all values into text. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : undefined;
}

/** Whole seconds from a number of smaller units. */
export function readSeconds(value: unknown, partsPerSecond: number): number | undefined {
  const parts = readNumber(value);
  return parts === undefined ? undefined : Math.round(parts / partsPerSecond);
}

export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}

/** Ids by the names of their sources, which servers write as they like: `Tmdb`, `IMDB`. */
export function readIds(value: unknown): SourceIds {
  const ids: Record<string, unknown> = {};
  for (const [source, id] of Object.entries(fieldsOf(value))) ids[source.toLowerCase()] = id;
  return { tmdb: readId(ids['tmdb']), imdb: readImdbId(ids['imdb']), tvdb: readId(ids['tvdb']) };
}
