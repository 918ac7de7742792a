import { describe, expect, test } from 'vitest';
import { addPage } from '../../../src/core/workbench/draft-definition';
import { draftMatch, matchInWords } from '../../../src/core/workbench/draft-match';
import { withSeenTitle } from '../../../src/core/workbench/submission';

describe('a pattern taught on one address covers another series of the site', () => {
  test.each([
    ['/watch/lighthouse/9001', '/watch/harbour/77'],
    ['/watch/lighthouse', '/watch/harbour'],
    ['/serie/lighthouse/season-1/episode-2', '/serie/harbour/season-4/episode-11'],
    ['/de/video/lighthouse-folge-1', '/de/video/harbour'],
    ['/lighthouse/staffel-1/folge-2', '/harbour/staffel-2/folge-1'],
    ['/tv/drama/lighthouse/play', '/tv/comedy/harbour/play'],
    ['/lighthouse', '/harbour'],
    ['/programme/b0001abc', '/programme/lighthouse'],
    ['/dizi/deniz-feneri/1-sezon-2-bolum', '/dizi/liman/2-sezon-1-bolum'],
    ['/app/#/watch/lighthouse/1', '/app/#/watch/harbour/2'],
    ['/player.html?v=one', '/player.html?v=two'],
    ['/watch?v=one&list=x', '/watch?v=two'],
  ])('%s covers %s', (taught, other) => {
    const { path, hash, query = {} } = draftMatch(`https://www.a.example${taught}`);
    const url = new URL(`https://www.a.example${other}`);
    const fits = (pattern: string | undefined, text: string | null) =>
      pattern === undefined || (text !== null && new RegExp(pattern, 'u').test(text));
    expect(fits(path, url.pathname) && fits(hash, url.hash)).toBe(true);
    expect(Object.entries(query).every(([name, one]) => fits(one, url.searchParams.get(name)))).toBe(true);
  });

  test.each([
    ['/watch/lighthouse/9001', '/account/settings/9001'],
    ['/serie/lighthouse/season-1/episode-2', '/serie/lighthouse/reviews/all'],
    ['/lighthouse/staffel-1/folge-2', '/account/billing/address'],
  ])('%s does not cover %s', (taught, other) => {
    expect(new RegExp(draftMatch(`https://www.a.example${taught}`).path ?? '', 'u').test(other)).toBe(false);
  });
});

test.each([
  ['/watch/lighthouse/9001', '/watch/…/…'],
  ['/de/serie/lighthouse/season-1', '/…/serie/…/season-…'],
  ['/player.html?v=one', '/player.html?v=…'],
  ['/#/watch/lighthouse', '/#/watch/…'],
])('the pattern of %s is shown as %s', (address, words) => {
  expect(matchInWords(draftMatch(`https://www.a.example${address}`))).toBe(words);
});

test('a pattern that was written by hand is not put in words', () => {
  expect(matchInWords({ path: '^/(?:a|b)/[0-9]+$' })).toBeUndefined();
});

test('another page of the site is added once, under a name of its own', () => {
  const draft = (path: string) => ({
    hosts: ['www.a.example'],
    pages: [{ kind: 'watch', match: draftMatch(`https://www.a.example${path}`), item: {} }],
  });
  const once = addPage(draft('/watch/one/1'), draft('/film/one'));
  expect(once).toMatchObject({ pages: [{ kind: 'watch' }, { kind: 'watch-2' }] });
  expect(addPage(once, draft('/film/two'))).toBe(once);
});

test('a title that was read again is no second one', () => {
  const item = { type: 'episode', seriesTitle: 'Lighthouse', seasonNumber: 1, episodeNumber: 2 } as const;
  const one = withSeenTitle([], item);
  expect(withSeenTitle(one, { ...item, year: 2020 })).toBe(one);
  expect(withSeenTitle(one, { ...item, episodeNumber: 3 })).toHaveLength(2);
  expect(withSeenTitle(one, { type: 'movie' })).toBe(one);
});
