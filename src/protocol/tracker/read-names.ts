import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import type { KnownName, SeasonLength } from '../../core/media/media';
import { readArray, readNumber, readText } from './read-fields';

/** Most names of a work, and most seasons, that are looked at. */
const NAME_LIMIT = 200;
const SEASON_LIMIT = 200;

/**
 * Names as `[{title, language?, country?}]`. `undefined` if there is no list. Entries in another format are
 * left out.
 */
export function readNames(value: unknown): KnownName[] | undefined {
  return readArray(value, [])
    ?.slice(0, NAME_LIMIT)
    .flatMap((one) => (isRecord(one) ? (readName(one) ?? []) : []));
}

function readName(fields: Readonly<Record<string, unknown>>): KnownName | undefined {
  const title = readText(fields, ['title']);
  const { country } = fields;
  return title === undefined
    ? undefined
    : defined({
        title,
        language: readLanguage(fields['language']),
        country: typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : undefined,
        season: readNumber(fields, ['season'], 0),
      });
}

/** `de`, `pt-BR`. */
export function readLanguage(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{2,3}(-[A-Z]{2})?$/.test(value) ? value : undefined;
}

/** Seasons as `[{number, episodes}]`. */
export function readSeasons(value: unknown): SeasonLength[] | undefined {
  return readArray(value, [])
    ?.slice(0, SEASON_LIMIT)
    .flatMap((one) => {
      const number = isRecord(one) ? readNumber(one, ['number'], 0) : undefined;
      const episodes = isRecord(one) ? readNumber(one, ['episodes'], 0) : undefined;
      return number === undefined || episodes === undefined ? [] : [{ number, episodes }];
    });
}
