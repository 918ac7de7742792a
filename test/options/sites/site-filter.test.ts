import { expect, test } from 'vitest';
import type { SiteView } from '../../../src/core/settings/site-state';
import { filterSites, regionsOf } from '../../../src/options/sites/site-filter';

const site = (name: string, more: Partial<SiteView> = {}): SiteView => ({
  id: name.toLowerCase(),
  name,
  origin: 'built-in',
  regions: [],
  hosts: [`https://www.${name.toLowerCase()}.example/*`],
  userHosts: false,
  state: { enabled: true },
  granted: true,
  ...more,
});
const sites = [
  site('Netflix'),
  site('Čeká', { regions: ['CZ'] }),
  site('ZDF', { regions: ['DE', 'AT'], granted: false }),
  site('Hulu', { regions: ['US'], state: { enabled: false } }),
  site('Prime', { regions: ['global'], health: { lastReadAt: 1, degraded: true, missing: [] } }),
];
const all = { words: '', region: '', only: 'all' } as const;
const names = (filter: Partial<Parameters<typeof filterSites>[1]>) =>
  filterSites(sites, { ...all, ...filter }).map((one) => one.name);

test.each([
  ['netf', ['Netflix']],
  ['ceka', ['Čeká']],
  ['ČEKÁ', ['Čeká']],
  ['www zdf', ['ZDF']],
  ['nothing like it', []],
])('searching %j finds %j', (words, found) => {
  expect(names({ words })).toEqual(found);
});

test('what was on when the page opened leads, and keeps its order', () => {
  const first = new Set(['hulu', 'zdf']);
  expect(filterSites(sites, all, first).map(({ name }) => name)).toEqual([
    'ZDF',
    'Hulu',
    'Netflix',
    'Čeká',
    'Prime',
  ]);
});

test('a region lists its own sites and the worldwide ones', () => {
  expect(names({ region: 'DE' })).toEqual(['Netflix', 'ZDF', 'Prime']);
});

test('"on" lists sites that are enabled and have access', () => {
  expect(names({ only: 'on' })).toEqual(['Netflix', 'Čeká', 'Prime']);
  expect(names({ only: 'off' })).toEqual(['ZDF', 'Hulu']);
  expect(names({ only: 'trouble' })).toEqual(['Prime']);
});

test('regions are those that any site names, once each', () => {
  expect(regionsOf([...sites, ...sites])).toEqual(['AT', 'CZ', 'DE', 'US']);
});
