import { describe, expect, test } from 'vitest';
import { missingPart, reasonAgainstUse } from '../../../../src/options/workbench/trial/use-trial';
import type { Trial } from '../../../../src/protocol/workbench';

const trial = (item: object, more: object = {}): Trial => ({
  url: 'https://play.overlay.example/v/1001',
  page: 'video',
  trace: [],
  videos: 1,
  reading: { item, identity: '1', degraded: false, missing: [], gated: false, ...more },
});
const film = { type: 'movie', title: 'Sintel' };

describe('a draft may be put into use', () => {
  test('where it reads a film or an episode', () => {
    expect(reasonAgainstUse(trial(film), false)).toBeUndefined();
    const episode = { type: 'episode', seriesTitle: 'Breaking Bad', episodeNumber: 1 };
    expect(reasonAgainstUse(trial(episode), false)).toBeUndefined();
  });

  test('when it has read the page before an advertisement or another page', () => {
    expect(reasonAgainstUse({ ...trial({}), gate: 'ad' }, true)).toBeUndefined();
    expect(reasonAgainstUse({ ...trial({}), page: undefined }, true)).toBeUndefined();
  });
});

describe('a draft may not be put into use', () => {
  test.each([true, false])('where the name of the site is read as a film', (before) => {
    const site = trial({ type: 'movie', title: 'Overlay Play' }, { implausible: true });
    expect(reasonAgainstUse(site, before)).toBe('no_title');
    expect(reasonAgainstUse({ ...site, gate: 'ad' }, before)).toBe('no_title');
  });

  test('where no title is read, or a substitute', () => {
    expect(reasonAgainstUse({ ...trial({}), reading: undefined }, false)).toBe('no_title');
    expect(reasonAgainstUse(trial({ type: 'episode', episodeNumber: 1 }), false)).toBe('no_title');
    expect(reasonAgainstUse(trial(film, { degraded: true }), false)).toBe('no_title');
  });

  test('where the series has no episode', () => {
    const series = trial({ type: 'episode', seriesTitle: 'Breaking Bad' });
    expect(reasonAgainstUse(series, false)).toBe('still_missing');
  });

  test('on a page that it does not cover', () => {
    expect(reasonAgainstUse({ ...trial({}), page: undefined, reading: undefined }, false)).toBe(
      'not_covered',
    );
  });
});

test('what plays without a known length is not decided yet', () => {
  const playback = { state: 'playing', position: 1, rate: 1, at: 0 } as const;
  const playing = (duration?: number) =>
    missingPart({ ...trial(film), playback: { ...playback, duration } } as Trial);
  expect([playing(), playing(0), playing(2700)]).toEqual(['play', 'play', undefined]);
});
