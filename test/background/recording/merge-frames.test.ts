import { describe, expect, test } from 'vitest';
import { mergeFrames } from '../../../src/background/recording/merge-frames';
import { emptyTab, type TabState } from '../../../src/background/state/tab-state';
import type { Report } from '../../../src/protocol/report';

const now = 1_000_000;
const reading = {
  item: { type: 'movie', title: 'Sintel' },
  identity: 'sintel',
  confidence: 1,
  degraded: false,
  missing: [] as string[],
} as const;
const playing = { state: 'playing', position: 100, duration: 900, rate: 1, at: now } as const;
const paused = { ...playing, state: 'paused', position: 3 } as const;
const script = { run: 'run', seq: 1 };
const tab: TabState = {
  ...emptyTab(1),
  siteId: 'netflix',
  reading: { ...reading },
  scripts: { 0: { ...script }, 7: { ...script } },
};

const report = (more: Partial<Report>): Report => ({
  run: 'run',
  seq: 1,
  cause: 'tick',
  url: 'https://www.netflix.com/watch/1',
  visible: true,
  ...more,
});

describe('the item', () => {
  test('is what the top frame reads', () => {
    const { state, observation } = mergeFrames(tab, report({ reading: { ...reading, missing: [] } }), 0, now);
    expect(state.reading?.identity).toBe('sintel');
    expect(observation).toMatchObject({ siteId: 'netflix', reading: { identity: 'sintel' } });
  });

  test('carries what the site calls the work together with the site, unless it is no id', () => {
    const named = (site: string) => {
      const item = { ...reading.item, ids: { site } };
      const read = { ...reading, item, missing: [] };
      return mergeFrames(tab, report({ reading: read }), 0, now).observation.reading?.item.ids;
    };
    expect(named('81747912')).toEqual({ site: 'netflix:81747912' });
    expect(named('81747912?trackId=1')).toEqual({});
  });

  test('is removed when the top frame no longer reads it', () => {
    expect(mergeFrames(tab, report({}), 0, now).observation.reading).toBeUndefined();
  });

  test('stays while another frame reports', () => {
    const { state, observation } = mergeFrames(
      tab,
      report({ playback: playing, url: 'https://player.example/' }),
      7,
      now,
    );
    expect(observation.reading).toEqual(reading);
    expect(state.url).toBeUndefined();
  });
});

test('a player in a frame says whether its tab is visible: its page has no player, and reports no change', () => {
  const shown = { ...tab, visible: true };
  expect(mergeFrames(shown, report({ playback: playing, visible: false }), 7, now).state.visible).toBe(false);
});

describe('the playback', () => {
  test.each<readonly [string, TabState['playbacks'], number, Report['playback'], object | undefined]>([
    ['is that of the frame that reports', {}, 0, playing, playing],
    ['is that of the frame that plays', { 7: playing }, 0, paused, playing],
    ['is that of the reporting frame where none plays', { 7: { ...paused, position: 9 } }, 0, paused, paused],
    ['is that of another frame where the reporting one has no player', { 7: paused }, 0, undefined, paused],
    [
      'is none of a frame that played and sends no reports any more',
      { 7: { ...playing, at: now - 900_001 } },
      0,
      undefined,
      undefined,
    ],
    ['is unknown where no frame has a player', {}, 0, undefined, undefined],
  ])('%s', (_name, playbacks, frameId, playback, expected) => {
    const merged = mergeFrames(
      { ...tab, playbacks },
      report({ ...(playback && { playback }) }),
      frameId,
      now,
    );
    expect(merged.observation.playback).toEqual(merged.playback);
    if (expected === undefined) expect(merged.playback).toBeUndefined();
    else expect(merged.playback).toMatchObject(expected);
  });

  test('is that of the latest report where several frames play', () => {
    const playbacks = {
      7: { ...playing, position: 2_300, receivedAt: now - 60_000 },
      9: { ...playing, position: 5, receivedAt: now - 1_000 },
    };
    expect(mergeFrames({ ...tab, playbacks }, report({}), 0, now).playback?.position).toBe(5);
  });

  test('has the time that fits the first report of its script, and no position beyond the end', () => {
    const scripts = { 0: { run: 'run', seq: 1, skew: -1e12 } };
    const odd = { ...playing, at: now + 1e12, position: 5_000 };
    expect(mergeFrames({ ...tab, scripts }, report({ playback: odd }), 0, now + 9).playback).toEqual({
      ...playing,
      position: 900,
      receivedAt: now + 9,
    });
    const live = { ...playing, duration: 0, position: 5_000 };
    expect(mergeFrames(tab, report({ playback: live }), 0, now).playback?.position).toBe(5_000);
  });
});

describe('the page is being left', () => {
  test.each<readonly [string, TabState['playbacks'], number, boolean]>([
    ['with its top frame, whatever still plays in another', { 7: playing }, 0, true],
    ['with the last frame that has a player', { 7: playing }, 7, true],
    ['not while another frame has a player', { 7: playing, 8: paused }, 7, false],
  ])('%s', (_name, playbacks, frameId, leaving) => {
    const left = report({ cause: 'leave', playback: { ...paused, position: 200 } });
    const { state, observation } = mergeFrames({ ...tab, playbacks }, left, frameId, now);
    expect(observation.leaving).toBe(leaving);
    expect(Object.keys(state.playbacks)).not.toContain(String(frameId));
    // The last position is that of the frame that is left.
    if (leaving) expect(observation.playback?.position).toBe(200);
  });
});

test('a page without a player of its own goes on while a frame plays, as long as it names a title', () => {
  const playbacks = { 7: playing };
  const lost = (more: Partial<Report>) =>
    mergeFrames({ ...tab, playbacks }, report({ cause: 'lost', ...more }), 0, now).observation.leaving;
  expect(lost({ reading: { ...reading, missing: [] } })).toBe(false);
  expect(lost({})).toBe(true);
});

describe('the gate', () => {
  test.each<readonly [string, Partial<Report>, number, string | undefined]>([
    ['stays while the top frame states none', {}, 0, 'ad'],
    ['stays while a frame without a player states none', {}, 8, 'ad'],
    ['is open again when its frame states none', {}, 7, undefined],
    ['is open again when a frame with a player takes its place', { playback: playing }, 8, undefined],
    ['is that of the last report', { gate: 'live' }, 7, 'live'],
  ])('of a player frame %s', (_name, next, frameId, gate) => {
    const inAd = mergeFrames(tab, report({ gate: 'ad' }), 7, now).state;
    expect(mergeFrames(inAd, report(next), frameId, now).observation.gate).toBe(gate);
  });

  test('of the page stays while a player frame states none', () => {
    const inTrailer = mergeFrames(tab, report({ gate: 'trailer' }), 0, now).state;
    expect(mergeFrames(inTrailer, report({ playback: playing }), 7, now).observation.gate).toBe('trailer');
    expect(mergeFrames(inTrailer, report({}), 0, now).observation.gate).toBeUndefined();
  });

  test('"not watched by me" holds for its item and for its time', () => {
    const read = report({ reading: { ...reading, missing: [] } });
    const other = (key: string, until: number) =>
      mergeFrames({ ...tab, notMe: { key, until } }, read, 0, now).observation.gate;
    expect(other('movie|sintel|', now + 1)).toBe('not-me');
    expect(other('movie|sintel|', now)).toBeUndefined();
    expect(other('movie|tears of steel|', now + 1)).toBeUndefined();
  });
});
