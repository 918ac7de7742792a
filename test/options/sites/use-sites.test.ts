import { expect, test } from 'vitest';
import type { SiteView } from '../../../src/core/settings/site-state';
import { isFirst } from '../../../src/options/sites/site-facts';

const site = (id: string, origin: SiteView['origin'], ...hosts: string[]): SiteView => ({
  id,
  name: id,
  origin,
  regions: [],
  hosts,
  userHosts: false,
  state: { enabled: true },
  granted: true,
});

test('of the connectors of a person for one host the list has one, and every other site', () => {
  const sites = [
    site('cinema', 'built-in', 'https://a.example/*'),
    site('first', 'mine', 'https://a.example/*', 'https://b.example/*'),
    site('second', 'mine', 'https://b.example/*'),
    site('other', 'mine', 'https://c.example/*'),
  ];
  expect(sites.filter(isFirst).map(({ id }) => id)).toEqual(['cinema', 'first', 'other']);
});
