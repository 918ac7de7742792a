import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInSites, platformFiles, readDefinitionFile, readJson } from '../../../scripts/connector/files';
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
    for (const file of platformFiles()) {
      const shared = new Set((readJson(file) as { pages: readonly Page[] }).pages.flatMap(partsOf));
      const sites = builtInSites()
        .filter(
          ({ definition }) => platformOf(readJson(definition)) === `platform/${basename(file, '.json')}`,
        )
        // What replaces all of it is not repaired with it.
        .filter((site) =>
          readDefinitionFile(site).pages.some((page) => partsOf(page).some((one) => shared.has(one))),
        );
      expect([file, sites.length >= 2]).toEqual([file, true]);
    }
  });
});

interface Page {
  readonly item: Readonly<Record<string, unknown>>;
  readonly player?: Readonly<Record<string, unknown>> | undefined;
}

/** How each field is read. */
function partsOf({ item, player = {} }: Page): string[] {
  return [...Object.values(item), ...Object.values(player)].map((part) => JSON.stringify(part));
}
