import { describe, expect, it } from 'vitest';
import { siteList, withSiteList } from '../../scripts/connector/site-list';
import type { Definition } from '../../src/protocol/definition/definition';

function site(name: string, more: Partial<Definition> = {}): Definition {
  return { ...({ name, hosts: [`${name.toLowerCase()}.example`] } as unknown as Definition), ...more };
}

describe('the list of sites', () => {
  it('is sorted by name, with regions where a site is not available worldwide', () => {
    const sites = [
      site('Zed', { regions: ['FR', 'BE'] }),
      site('arte', { regions: ['EU'] }),
      site('Nine', { regions: ['SEA', 'global'] }),
      site('Able'),
    ];
    expect(siteList(sites)).toBe('Able, arte (EU), Nine, Zed (FR, BE).');
  });

  it('leaves out the demonstration, which is under .test, and keeps self-hosted products', () => {
    const sites = [
      site('Demo', { hosts: ['cinema.matinee.test'] }),
      site('Home', { hosts: [], userHosts: { fingerprint: [{ text: 'h1' }] } }),
    ];
    expect(siteList(sites)).toBe('Home.');
  });

  it('fills its lines and keeps them within 110 columns', () => {
    const many = Array.from({ length: 40 }, (_, index) => site(`Site ${index}`));
    const lines = siteList([...many, site('7plus'), site('10'), site('Viaplay')]).split('\n');
    expect(lines[0]).toMatch(/^10, 7plus, Site 0, /);
    expect(lines.at(-1)).toMatch(/, Viaplay\.$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(Math.min(...lines.slice(0, -1).map((line) => line.length))).toBeGreaterThan(95);
  });

  it('replaces what is between the markers of a document and nothing else', () => {
    const document = 'before\n<!-- sites -->\nold\n<!-- /sites -->\nafter\n';
    expect(withSiteList(document, 'new')).toBe('before\n<!-- sites -->\nnew\n<!-- /sites -->\nafter\n');
    expect(() => withSiteList('before\n', 'new')).toThrow('<!-- sites -->');
  });
});
