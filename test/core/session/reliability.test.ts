import { describe, expect, test } from 'vitest';
import { playedSeconds } from '../../../src/core/session/session';
import { settledPollSeconds } from '../../../src/core/session/thresholds';
import { createTab, crossings, film, first, second, type Look } from './one-tab';

type Tab = ReturnType<typeof createTab>;
const crossed = (tab: Tab) => crossings(tab.updates).map(({ sessionId }) => sessionId);
const kept = (tab: Tab) => tab.updates.filter(({ sessionId }) => !tab.ads.includes(sessionId));

describe('the title of the page comes before its medium', () => {
  const early = (tab: Tab, duration: number, seconds: number) => {
    tab.play(duration - seconds, duration - 1, { item: second, duration, source: 'a' });
    tab.look({ item: second, duration, source: 'a', position: duration - 0.5, state: 'paused' });
  };

  test.each([[2], [15], [100]])('by %d s: the next episode inherits nothing of the last', (seconds) => {
    // 80 s of the next episode were seen yesterday, so that 10 s more are enough evidence.
    const tab = createTab({ earlierEvidence: () => [[0, 80]] }, first, 2_400);
    tab.play(2_000, 2_400 - seconds, { source: 'a' });
    early(tab, 2_400, seconds);
    expect(tab.session?.item).toEqual(first);
    expect(tab.session?.playback.position).toBeCloseTo(2_399.5);
    tab.play(0, 20, { item: second, duration: 2_400, source: 'b' });
    expect(tab.session?.item).toEqual(second);
    expect(crossed(tab)).toEqual(['s0']);
  });

  test('in the middle of a medium, another title is believed after a minute', () => {
    const tab = createTab({}, first, 2_400);
    tab.play(0, 300);
    tab.play(300, 355, { item: second });
    expect(tab.session?.item).toEqual(first);
    tab.play(355, 380, { item: second });
    expect(tab.session?.item).toEqual(second);
  });

  const inTurns = (seconds: number) => {
    const tab = createTab({}, first, 1_000);
    for (let position = 0; position < 990; position += 2 * seconds) {
      tab.play(position, position + seconds);
      tab.play(position + seconds, position + 2 * seconds, { item: second });
    }
    tab.look({ position: 994, leaving: true });
    return tab;
  };

  test('and changes back: one title was watched', () => {
    const tab = inTurns(7);
    expect(crossed(tab)).toEqual(['s0']);
    expect(tab.updates.every(({ sessionId }) => sessionId === 's0')).toBe(true);
  });

  test('twice a second: which of the two plays cannot be told, and nothing is sent', () => {
    expect(inTurns(0.5).updates).toEqual([]);
  });
});

describe('the title of the page comes after its medium', () => {
  const b: Look = { duration: 1_200, source: 'b' };

  test.each([[1], [30], [60]])('by %d s: the last episode keeps its own position', (seconds) => {
    const tab = createTab({}, first, 1_000);
    tab.play(0, 232);
    tab.look({ position: 232, state: 'paused' });
    tab.play(0, seconds, b);
    tab.play(seconds, 200, { ...b, item: second });
    expect(tab.session?.item).toEqual(second);
    const places = kept(tab).filter(({ sessionId }) => sessionId === 's0');
    expect(places.at(-1)).toMatchObject({ position: 232, duration: 1_000 });
    expect(
      kept(tab).every(({ duration, sessionId }) => duration === (sessionId === 's0' ? 1_000 : 1_200)),
    ).toBe(true);
    // Nothing is sent of the last title at a position of the next.
    expect([...new Set(kept(tab).map(({ sessionId }) => sessionId))]).toEqual(['s0', tab.session?.id]);
    expect(tab.session && playedSeconds(tab.session.played)).toBeGreaterThan(110);
  });

  test.each([
    [240, 600, 30],
    [240, 400, 30],
    [240, 1_500, 60],
  ])(
    'a title of %d s, one of %d s, and %d s in between: the first was no advertisement',
    (one, two, late) => {
      const tab = createTab({}, first, one);
      tab.play(0, one);
      tab.look({ position: one, state: 'ended' });
      tab.play(0, late, { duration: two, source: 'b' });
      tab.play(late, two - 1, { duration: two, source: 'b', item: second });
      tab.look({ leaving: true, position: two - 1, duration: two, source: 'b', item: second });
      expect(crossings(tab.updates).map(({ duration }) => duration)).toEqual([one, two]);
    },
  );
});

describe('an advertisement under the title of the film', () => {
  const ad: Look = { duration: 60, source: 'ad' };

  test.each([[5], [15], [40]])('%d s of the film, and then another title in place', (seconds) => {
    const tab = createTab();
    tab.play(0, 60, ad);
    tab.play(0, seconds, { source: 'film' });
    tab.play(0, 120, { item: second, duration: 1_500, source: 'b' });
    expect(crossed(tab)).toEqual([]);
  });

  test('the same, with the other title three seconds before its medium', () => {
    const tab = createTab();
    tab.play(0, 60, ad);
    tab.play(0, 10, { source: 'film' });
    tab.play(10, 13, { source: 'film', item: second });
    tab.play(0, 120, { item: second, duration: 1_500, source: 'b' });
    expect(crossed(tab)).toEqual([]);
    expect(kept(tab).every(({ duration }) => duration === 1_500)).toBe(true);
  });

  test('a minute of waiting follows, with a player or without one', () => {
    for (const player of [
      { duration: 0, state: 'paused' },
      { ...ad, position: 60, state: 'paused' },
    ] as const) {
      const tab = createTab();
      tab.play(0, 60, ad);
      tab.look({ source: 'ad', ...ad, position: 60, state: 'ended' });
      tab.wait(4);
      for (let i = 0; i < 10; i++) {
        tab.wait(7);
        tab.look({ source: 'ad', ...player });
      }
      tab.play(0, 120, { source: 'film' });
      tab.look({ leaving: true, position: 120, source: 'film' });
      expect(crossed(tab)).toEqual([]);
    }
  });

  test('a player that stands at the end of a short medium for 5 s has played the title', () => {
    const tab = createTab();
    tab.play(0, 60, ad);
    tab.look({ source: 'ad', ...ad, position: 60, state: 'ended' });
    tab.wait(4);
    tab.look({ source: 'ad', ...ad, position: 60, state: 'ended' });
    expect(crossed(tab)).toEqual([]);
    tab.wait(1);
    tab.look({ source: 'ad', ...ad, position: 60, state: 'ended' });
    expect(crossed(tab)).toHaveLength(1);
  });

  test('the player is gone for 70 s, and the page still states the title', () => {
    const tab = createTab();
    tab.play(0, 60, ad);
    tab.wait(10);
    const { again = 0 } = tab.look({ leaving: true, playerLost: true, position: 0, duration: 0 });
    expect(again).toBeGreaterThan(30);
    tab.wait(60);
    tab.play(0, 120, { source: 'film' });
    tab.look({ leaving: true, position: 120, source: 'film' });
    expect(crossed(tab)).toEqual([]);
  });

  test('a pod of 310 s in one medium', () => {
    const tab = createTab({}, film, 5_400);
    tab.play(0, 310, { duration: 310, source: 'ads' });
    tab.play(0, 5_390, { source: 'film' });
    expect(crossings(tab.updates).map(({ duration }) => duration)).toEqual([5_400]);
  });

  test('is all that was seen of a title that lasts far longer by the tracker', () => {
    const seen = (runtime?: number) => {
      const tab = createTab(runtime === undefined ? {} : { runtimes: [runtime] });
      tab.play(0, 290, { duration: 290, source: 'ad' });
      tab.look({ leaving: true, position: 290, duration: 290, source: 'ad' });
      return crossed(tab);
    };
    expect(seen(5_400)).toEqual([]);
    expect(seen(300)).toEqual(['s0']);
    // Without a length by the tracker, nothing tells an advertisement from a short film.
    expect(seen()).toEqual(['s0']);
  });
});

test.each([[600], [3_000]])('the very end of %d s that a paused player only shows was not watched', (end) => {
  const tab = createTab({}, film, end);
  tab.play(0, 90);
  tab.look({ position: 90, state: 'paused' });
  tab.look({ position: end - 1, state: 'paused', seekFrom: 90 });
  expect(tab.step.skip).toBe('settling');
  tab.wait(600);
  tab.look({ position: end - 1, state: 'paused', leaving: true });
  expect(crossed(tab)).toEqual([]);
});

describe('a break that is noticed late', () => {
  const marked: Look = { gate: 'ad', duration: 30, source: 'ad' };

  test.each([
    ['an advertisement that the page names', marked],
    ['one that it does not name', { duration: 30, source: 'ad' }],
  ])('does not lead past 90 %%: %s', (_name, ad) => {
    const tab = createTab({ interval: 600 }, film, 5_400);
    tab.play(0, 4_757);
    tab.wait(500);
    tab.look({ ...ad, position: 3 });
    tab.look({ ...ad, position: 3, leaving: true });
    expect(crossed(tab)).toEqual([]);
    expect(tab.updates.at(-1)?.position).toBeLessThanOrEqual(4_860);
  });

  test('adds at most what has played up to the look before it', () => {
    const after = (seconds: number) => {
      const tab = createTab({}, film, 5_400);
      tab.play(0, 600);
      tab.wait(seconds);
      tab.look({ ...marked, position: 3 });
      return tab.session?.playback.position;
    };
    expect(after(4)).toBe(600);
    expect(after(60)).toBe(600 + 60 - settledPollSeconds);
    expect(after(3_600)).toBe(600 + 120);
  });
});

describe('a look at the ending', () => {
  test('and back does not count, and the viewing goes on', () => {
    const tab = createTab({}, film, 5_400);
    tab.play(0, 600);
    tab.look({ position: 5_238, seekFrom: 600 });
    tab.wait(1);
    tab.look({ position: 5_239 });
    tab.look({ position: 600, seekFrom: 5_239 });
    tab.play(600, 900);
    expect(crossed(tab)).toEqual([]);
    tab.look({ leaving: true, position: 900 });
    expect(tab.updates.at(-1)).toMatchObject({ position: 900 });
  });

  test('counts after half a minute, at the end, and where it is left', () => {
    const jumped = () => {
      const tab = createTab({}, film, 5_400);
      tab.play(0, 600);
      tab.look({ position: 5_238, seekFrom: 600 });
      return tab;
    };
    const stays = jumped();
    stays.play(5_238, 5_262);
    expect(crossed(stays)).toEqual([]);
    stays.play(5_262, 5_270);
    const ends = jumped();
    ends.look({ position: 5_400, state: 'ended', seekFrom: 5_238 });
    const leaves = jumped();
    leaves.look({ leaving: true, position: 5_239 });
    expect([stays, ends, leaves].map(crossed)).toEqual([['s0'], ['s0'], ['s0']]);
  });

  test('is none where playing has led there', () => {
    const tab = createTab({}, film, 2_700);
    tab.play(2_300, 2_432);
    expect(crossed(tab)).toEqual(['s0']);
  });
});

test('a watched film begins again, and half of it has passed at 16-fold speed before that is confirmed', () => {
  const tab = createTab({ isResumption: (_item, position, duration) => position > duration / 2 }, first, 600);
  tab.play(0, 541);
  tab.look({ item: second, position: 0, state: 'paused', source: 'b' });
  tab.look({ position: 0, rate: 16 });
  tab.wait(20);
  tab.play(320, 496, { rate: 16 });
  tab.play(496, 560);
  expect(crossed(tab)).toEqual(['s0', 's1']);
  // Below 90 % first, or the tracker would take it for the same.
  expect(tab.updates.find(({ sessionId }) => sessionId === 's1')?.cause).toBe('start');
});
