import { isRecord } from '../values/is-record';

/**
 * The addresses that a `match` covers, for people: `/watch/…/…`. `undefined` if `draftMatch` has not made the
 * pattern.
 */
export function matchInWords(match: unknown): string | undefined {
  if (!isRecord(match)) return undefined;
  const { path, hash, query } = match;
  const shown = [path, typeof hash === 'string' ? hash.replace('#!?', '#') : undefined].flatMap((pattern) =>
    typeof pattern === 'string' ? [patternInWords(pattern)] : [],
  );
  const names = isRecord(query) ? Object.keys(query).map((name) => `${name}=…`) : [];
  const all = [...shown, names.length === 0 ? '' : `?${names.join('&')}`].join('');
  return all === '' || /[\\^$()[\]+]/.test(all) ? undefined : all;
}

function patternInWords(pattern: string): string {
  return pattern
    .replace(/^\^/, '')
    .replace(/\/\?\$$|\$$/, '')
    .replace('(?:[a-z]{2}(?:-[a-zA-Z]{2})?)', '…')
    .replaceAll(/\(\?<\w+>((?:[^()[\]\\]|\\.)*?)(?:\[\^\/\]\+|\\d\+|\.\+)\)/g, '$1…')
    .replaceAll(/\\(.)/g, '$1');
}
