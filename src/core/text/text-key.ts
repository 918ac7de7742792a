import { hash } from '../values/hash';

/** Key of the text for a tag of the code: `('status', 'no-access')` is `status_no_access`. */
export function textKey(family: string, tag: string): string {
  return `${family}_${tag.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`;
}

/**
 * The key of a text in a package: 3 characters instead of 20. Browsers ignore case in keys. A build picks the
 * `seed` so that no two texts share a key.
 */
export function shortKey(key: string, seed: string): string {
  return (hash(seed + key) % 40_000).toString(36);
}
