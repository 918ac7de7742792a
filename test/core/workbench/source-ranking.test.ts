import { describe, expect, test } from 'vitest';
import { isHashedName, rankProposals } from '../../../src/core/workbench/source-ranking';
import type { Proposal } from '../../../src/core/workbench/page-facts';

describe('class names and ids', () => {
  test.each([
    'css-1q2w3e',
    'css-0',
    'sc-bdVaJa',
    'kYxWvu',
    'dKjuEr',
    'jss123',
    'Player_title__a1B2c',
    'title--3kQ2a',
    'styles_label__x7Yz1',
    '_1a2b3c',
    'emotion-cache-1x2y',
    'a3f9c2d1',
    'makeStyles-root-12',
    'sc-1a2b3c4-0',
    'MuiBox-root-x9k2',
  ])('%s was made by a build', (name) => {
    expect(isHashedName(name)).toBe(true);
  });

  test.each([
    'title',
    'player-title',
    'episode-title',
    'PlayerTitle',
    'playerTitle',
    'video-player__title',
    'h1',
    'col-12',
    'mt-4',
    'show-title',
    'VideoPlayer',
    'nowPlaying',
    'content',
    'btn-primary',
    'w-100',
    'main',
    'media1',
    'season-2',
    'vjs-tech',
    'jw-video',
    'shaka-video',
    'plyr__video',
  ])('%s was written by a person', (name) => {
    expect(isHashedName(name)).toBe(false);
  });
});

test('structured data comes before names in the page, then classes, then fragile sources', () => {
  const proposal = (kind: Proposal['kind'], source: Record<string, unknown>, fragile = false): Proposal => ({
    kind,
    source,
    value: 'x',
    count: 1,
    fragile,
  });
  const ranked = rankProposals([
    proposal('class', { text: '.css-1q2w3e' }, true),
    proposal('last-resort', { text: 'a' }),
    proposal('class', { text: '.title' }),
    proposal('test-id', { text: '[data-testid=t]' }),
    proposal('meta', { meta: 'og:title' }),
    proposal('linked-data', { jsonLd: ['Movie'], path: '$.name' }),
    proposal('class', { text: '.title' }),
  ]);
  expect(ranked.map(({ source }) => Object.values(source)[0])).toEqual([
    ['Movie'],
    'og:title',
    '[data-testid=t]',
    '.title',
    'a',
    '.css-1q2w3e',
  ]);
});
