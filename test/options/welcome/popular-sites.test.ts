import { describe, expect, test } from 'vitest';
import { builtInDefinitions } from '../../../scripts/connector/files';
import type { SiteView } from '../../../src/core/settings/site-state';
import { offeredIn, regionOf } from '../../../src/options/welcome/popular-sites';

const sites = builtInDefinitions().map(({ id, name, regions = [] }): SiteView => ({
  id,
  name,
  regions,
  origin: 'built-in',
  hosts: [],
  userHosts: false,
  state: { enabled: true },
  granted: false,
}));
const ids = (found: readonly SiteView[]) => found.map(({ id }) => id);

describe('what the welcome page offers first', () => {
  test.each(['US', 'DE', 'JP', 'BR', 'IN', 'AE', 'NZ', 'ZA', ''])(
    'is twelve services in %s, Netflix first',
    (region) => {
      const { popular } = offeredIn(sites, region);
      expect(ids(popular)).toHaveLength(12);
      expect(ids(popular)[0]).toBe('netflix');
      expect(new Set(ids(popular)).size).toBe(12);
    },
  );

  test('is nothing that a person in the region cannot subscribe to', () => {
    const { popular, regional } = offeredIn(sites, 'DE');
    expect(ids([...popular, ...regional])).not.toContain('hulu');
    expect(ids(popular)).toContain('paramountplus');
    expect(ids(popular)).toContain('hbomax');
    expect(ids(regional)).toEqual(expect.arrayContaining(['ardmediathek', 'joyn', 'zdf', 'arte']));
    expect(ids(regional).filter((id) => ids(popular).includes(id))).toEqual([]);
  });

  test('never is the demonstration cinema', () => {
    expect(ids(Object.values(offeredIn(sites, 'US')).flat())).not.toContain('matinee-cinema');
  });
});

test.each([
  ['de', 'DE'],
  ['de-AT', 'AT'],
  ['pt-BR', 'BR'],
  ['ja', 'JP'],
  ['ar', 'EG'],
])('%s is the language of %s', (tag, region) => {
  expect(regionOf(tag)).toBe(region);
});
