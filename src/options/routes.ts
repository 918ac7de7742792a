import { useEffect, useState } from 'preact/hooks';

/** The sections of the options page, as they are named in its address: `#/sites`. */
export const places = [
  'account',
  'history',
  'sites',
  'scrobbling',
  'corrections',
  'activity',
  'connectors',
  'data',
  'advanced',
  'about',
] as const;
export type OptionsPlace = (typeof places)[number];

export type OptionsRoute = Readonly<{
  place: OptionsPlace;
  /** The part after the place: `new?tab=3` in `#/connectors/new?tab=3`. */
  rest: string;
}>;

/** The route in the hash of an address. An unknown place gives `account`. */
export function readRoute(hash: string): OptionsRoute {
  const [, name = '', rest = ''] = /^#?\/?([a-z]*)(?:\/(.*))?$/.exec(hash) ?? [];
  return { place: places.find((place) => place === name) ?? 'account', rest };
}

/** The route of the page, updated when its address changes. */
export function useRoute(): OptionsRoute {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return readRoute(hash);
}
