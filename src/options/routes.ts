import { useEffect, useState } from 'preact/hooks';

/** The places of the options page, as they stand in the address: `#/sites`. */
export const places = [
  'account',
  'sites',
  'scrobbling',
  'corrections',
  'activity',
  'connectors',
  'data',
  'advanced',
  'about',
] as const;
export type Place = (typeof places)[number];

export interface Route {
  readonly place: Place;
  /** What follows the place: `#/connectors/new?tab=3` has `new?tab=3`. */
  readonly rest: string;
}

/** Anything unknown leads to the first place. */
export function readRoute(hash: string): Route {
  const [, name = '', rest = ''] = /^#?\/?([a-z]*)(?:\/(.*))?$/.exec(hash) ?? [];
  return { place: places.find((place) => place === name) ?? 'account', rest };
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return readRoute(hash);
}
