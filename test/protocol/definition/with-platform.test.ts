import { describe, expect, it } from 'vitest';
import { builtInDefinitions, platformFiles, readJson } from '../../../scripts/connector/files';
import { platformOf, withPlatform } from '../../../src/protocol/definition/with-platform';

const platform = {
  pages: [
    {
      kind: 'watch',
      item: { title: [{ text: 'h1' }], seriesTitle: [{ text: 'h2' }] },
      player: { video: ['video'], ad: [{ exists: '.ad' }] },
    },
    { kind: 'film', match: { path: '^/film/' }, item: { title: [{ text: 'h1' }] } },
  ],
  notes: ['of the platform'],
};

describe('a definition that extends a platform', () => {
  it('has the pages of the platform, with what it says otherwise', () => {
    const site = {
      extends: 'platform/p',
      id: 'site',
      pages: [{ kind: 'watch', match: { path: '^/w/' }, item: { title: [{ text: 'h3' }] } }],
      notes: ['of the site'],
    };
    expect(withPlatform(site, platform)).toEqual({
      id: 'site',
      pages: [
        {
          kind: 'watch',
          match: { path: '^/w/' },
          item: { title: [{ text: 'h3' }], seriesTitle: [{ text: 'h2' }] },
          player: { video: ['video'], ad: [{ exists: '.ad' }] },
        },
        { kind: 'film', match: { path: '^/film/' }, item: { title: [{ text: 'h1' }] } },
      ],
      notes: ['of the platform', 'of the site'],
    });
  });

  it('names a file of the folder of platforms, and no other', () => {
    expect(platformOf({ extends: 'platform/hotstar' })).toBe('platform/hotstar');
    expect(platformOf({ extends: '../../secret' })).toBeUndefined();
    expect(platformOf({})).toBeUndefined();
  });

  it('is repaired with its platform: every packaged platform has at least two sites', () => {
    const used = builtInDefinitions();
    for (const file of platformFiles()) {
      const [{ item } = { item: undefined }] = (readJson(file) as typeof platform).pages;
      const sites = used.filter(({ pages }) =>
        pages.some((page) => JSON.stringify(page.item.title) === JSON.stringify(item?.title)),
      );
      expect([file, sites.length >= 2]).toEqual([file, true]);
    }
  });
});
