import { describe, expect, it } from 'vitest';
import { isUncoveredShape, pathShape, withUncoveredPlay } from '../../../src/core/settings/uncovered-plays';

const now = 1_796_000_000_000;

describe('pathShape', () => {
  it.each([
    ['/player/E004461234', '/player/*'],
    ['/de-de/watch/breaking-bad/season/2', '/xx/watch/*/season/*'],
    ['/movies/inception', '/movies/*'],
    ['/', '/'],
    ['/tv/alien', '/tv/*'],
  ])('of %s is %s, without anything that names a title', (path, shape) => {
    expect(pathShape(path)).toBe(shape);
  });
});

describe('a play at an address that no page of the connector has', () => {
  it('makes the site degraded the second time, whatever the title is', () => {
    const once = withUncoveredPlay(undefined, '/player/E1', now);
    expect([once.degraded, isUncoveredShape(once, '/player/E2')]).toEqual([false, false]);
    const twice = withUncoveredPlay(once, '/player/E2', now + 1);
    expect([twice.degraded, isUncoveredShape(twice, '/player/E3')]).toEqual([true, true]);
    expect(isUncoveredShape(twice, '/vod/player/E3')).toBe(false);
    expect(JSON.stringify(twice)).not.toMatch(/E[12]/);
  });

  it('is forgotten after two weeks', () => {
    const once = withUncoveredPlay(undefined, '/player/E1', now);
    const later = withUncoveredPlay(once, '/watch/1', now + 15 * 86_400_000);
    expect(Object.keys(later.uncovered ?? {})).toEqual(['/watch/*']);
  });
});
