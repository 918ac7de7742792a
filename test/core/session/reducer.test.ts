import { describe, expect, test } from 'vitest';
import { type ObservedPlayback, skipReasons, type SkipReason } from '../../../src/core/session/observation';
import { playedSeconds } from '../../../src/core/session/session';
import { reduceSession } from '../../../src/core/session/reducer';
import { type Rules, idleWatch } from '../../../src/core/session/tab-watch';
import { createTab, crossings, film, first, second, type Look } from './one-tab';

const skipped: readonly (readonly [SkipReason, Look, Partial<Rules>])[] = [
  ['ad', { gate: 'ad' }, {}],
  ['trailer', { gate: 'trailer' }, {}],
  ['live', { gate: 'live' }, {}],
  ['live', { duration: 9_007_199_254_740_991 }, {}],
  ['live', { duration: 1_766_000_000 }, {}],
  ['too-short', { duration: 29 }, {}],
  ['too-short', { duration: 299 }, { minimumLength: 300 }],
  ['private-window', { gate: 'private-window' }, {}],
  ['not-me', { gate: 'not-me' }, {}],
  ['other-tab', { gate: 'other-tab' }, {}],
  ['type-off', {}, { films: false }],
  ['type-off', { item: first }, { episodes: false }],
];

describe('why nothing is sent', () => {
  test('every reason has its case', () => {
    const cases = new Set<SkipReason>([
      ...skipped.map(([reason]) => reason),
      'insufficient-evidence',
      'settling',
    ]);
    expect(skipReasons.filter((reason) => !cases.has(reason))).toEqual([]);
  });

  test.each(skipped)('%s', (reason, look, rules) => {
    const tab = createTab(rules);
    tab.play(0, 200, look);
    expect(tab.step.skip).toBe(reason);
    expect(tab.updates).toEqual([]);
    expect(tab.session).toBeUndefined();
  });

  test('insufficient-evidence: past 90 % without a minute of play', () => {
    const tab = createTab();
    tab.play(0, 20);
    tab.look({ position: 950, seekFrom: 20 });
    expect(tab.step.skip).toBe('insufficient-evidence');
    expect(crossings(tab.updates)).toEqual([]);
    tab.play(950, 996);
    expect(crossings(tab.updates).map(({ position }) => position)).toHaveLength(1);
  });

  test('settling: what has just changed is looked at again in a second', () => {
    const tab = createTab();
    tab.play(0, 60);
    const step = tab.look({ item: second, position: 0, source: 'b' });
    expect(step).toMatchObject({ skip: 'settling', again: 1, updates: [] });
  });

  test('an item that cannot be named begins no session', () => {
    const tab = createTab();
    tab.play(0, 300, { item: { type: 'episode', seriesTitle: 'Dark' } });
    expect(tab.session).toBeUndefined();
    expect(tab.updates).toEqual([]);
  });

  test.each([['not-me'], ['other-tab']] as const)(
    '%s is looked at again by itself: the page will not say when it is over',
    (gate) => {
      const tab = createTab();
      expect(tab.look({ gate }).again).toBe(120);
      expect(tab.look({ gate, state: 'paused' }).again).toBeUndefined();
    },
  );
});

describe('which title plays', () => {
  test('the next episode in the same element, at the same address, inherits nothing', () => {
    const tab = createTab({}, first);
    tab.play(0, 995);
    tab.play(0, 60, { item: second });
    expect(tab.session?.item).toEqual(second);
    expect(tab.session?.playback.position).toBe(60);
    expect(crossings(tab.updates).map(({ sessionId }) => sessionId)).toEqual(['s0']);
    expect(
      tab.updates.filter(({ sessionId }) => sessionId === 's1').every(({ position }) => position <= 60),
    ).toBe(true);
  });

  test('late text: the player has gone on, the page still says the last episode', () => {
    const tab = createTab({}, first);
    tab.play(0, 800);
    // For fifteen seconds the old words stand beside the new position.
    tab.play(0, 15, { source: 'b', duration: 1_100 });
    expect(tab.session?.playback.position).toBe(800);
    tab.play(16, 60, { item: second, source: 'b', duration: 1_100 });
    expect(tab.updates.filter(({ sessionId }) => sessionId === 's0').at(-1)).toMatchObject({ position: 800 });
    expect(tab.session?.item).toEqual(second);
  });

  test('late text: the player has gone on within seconds, to a medium of the same length', () => {
    const tab = createTab({}, first, 80);
    tab.play(0, 2);
    tab.play(0, 30, { source: 'b' });
    tab.play(30, 80, { item: second, source: 'b' });
    tab.look({ item: second, source: 'b', position: 80, state: 'ended' });
    tab.look({ item: second, source: 'b', position: 80, state: 'ended', leaving: true });
    expect(tab.session).toBeUndefined();
    expect(crossings(tab.updates).map(({ sessionId }) => sessionId)).toEqual(['s1']);
    expect(tab.updates.filter(({ sessionId }) => sessionId === 's0')).toEqual([]);
  });

  test('late text: the player has gone on before the first title was read twice', () => {
    const tab = createTab({}, first, 200);
    tab.look();
    tab.wait(1);
    tab.play(0, 5, { source: 'b', duration: 80 });
    tab.play(5, 80, { item: second, source: 'b', duration: 80 });
    tab.look({ item: second, source: 'b', position: 80, duration: 80, state: 'ended', leaving: true });
    expect(crossings(tab.updates).map(({ sessionId }) => sessionId)).toEqual(['s1']);
    expect(tab.updates.filter(({ sessionId }) => sessionId === 's0')).toEqual([]);
  });

  test('another medium is no doubt of the next title where it is named while the one before still plays', () => {
    const tab = createTab({}, first, 300);
    tab.play(0, 3);
    tab.look({ item: second, position: 3, state: 'paused' });
    tab.wait(0.5);
    tab.play(0, 20, { item: second, source: 'b', duration: 670 });
    expect(tab.updates).toMatchObject([{ cause: 'start', sessionId: 's1' }]);
  });

  test('another source of the same length is no doubt of a title that has just begun', () => {
    const tab = createTab();
    tab.look();
    tab.wait(0.9);
    tab.look({ position: 0.9, source: 'b' });
    tab.wait(0.2);
    tab.play(1.1, 20, { source: 'b' });
    expect(tab.updates).toMatchObject([{ cause: 'start' }]);
  });

  test('early text: the address names the next episode while the last one still plays', () => {
    const tab = createTab({}, first);
    tab.play(0, 890);
    tab.look({ item: second, position: 893 });
    tab.wait(0.5);
    tab.look({ position: 894 });
    tab.play(895, 930);
    expect(crossings(tab.updates).map(({ sessionId }) => sessionId)).toEqual(['s0']);
    expect(tab.session?.item).toEqual(first);
  });

  const noSource = { source: undefined } as unknown as Look;
  test.each<[string, Look, Look, Look]>([
    ['has another source', { source: 'a' }, { source: 'b' }, {}],
    ['has no source', noSource, noSource, {}],
    ['is a second longer, in a new document', noSource, { source: 'b', duration: 1_001 }, {}],
    ['follows another one, in a new document', noSource, { source: 'b' }, { source: 'c' }],
    ['has its name, in a new document', noSource, { source: 'b', item: second }, {}],
  ])(
    'the next episode is as long, and its medium %s: it is not taken for the last one',
    (_name, last, next, then) => {
      const tab = createTab({}, first);
      tab.play(0, 990, last);
      tab.play(0, 2, next);
      tab.play(3, 12, { ...next, ...then, item: second });
      expect(tab.session?.item).toEqual(second);
    },
  );

  test('a number that is drawn late belongs to the same viewing', () => {
    const tab = createTab();
    tab.play(0, 30, { item: { type: 'episode', seriesTitle: 'Dark', episodeNumber: 1 } });
    tab.play(30, 60, { item: first });
    expect(tab.session?.id).toBe('s0');
    expect(tab.session && playedSeconds(tab.session.played)).toBeGreaterThan(50);
  });

  test('a length that still grows says nothing of 90 %', () => {
    const tab = createTab();
    for (let position = 0; position < 300; position += 6) {
      tab.look({ position, duration: position + 20 });
      tab.wait(6);
    }
    expect(crossings(tab.updates)).toEqual([]);
    tab.play(300, 600);
    expect(crossings(tab.updates)).toEqual([]);
    tab.play(600, 960);
    expect(crossings(tab.updates)).toHaveLength(1);
  });
});

describe('what plays in place of a title, or is another form of it', () => {
  test('advertisements in the same element, with a length of their own, freeze the title', () => {
    const tab = createTab();
    tab.play(0, 400);
    tab.play(0, 31, { duration: 31, source: 'ad-1' });
    expect(tab.step.skip).toBe('ad');
    tab.play(0, 60, { duration: 60, source: 'ad-2' });
    tab.play(400, 450);
    expect(tab.session?.id).toBe('s0');
    expect(tab.session && playedSeconds(tab.session.played)).toBeLessThan(452);
    expect(crossings(tab.updates)).toEqual([]);
  });

  test('an advertisement just after the beginning does not become the title', () => {
    const tab = createTab();
    tab.play(0, 3);
    tab.play(0, 40, { duration: 40 });
    expect(crossings(tab.updates)).toEqual([]);
  });

  test('stitched advertisements on the clock of the title are reported by the page, and are not credited', () => {
    const tab = createTab();
    tab.play(0, 300);
    tab.play(300, 420, { gate: 'ad' });
    tab.play(420, 430);
    expect(tab.session && playedSeconds(tab.session.played)).toBeLessThan(320);
  });

  test('another quality is another source, and the same viewing', () => {
    const tab = createTab();
    tab.play(0, 300);
    tab.play(301, 960, { source: 'hd' });
    expect(tab.session?.id).toBe('s0');
    expect(crossings(tab.updates)).toHaveLength(1);
  });

  test.each([[1], [2]])(
    'a film that is begun again by itself at %d-fold speed is another viewing',
    (rate) => {
      const tab = createTab();
      tab.play(0, 1_000);
      tab.play(0, 960, { rate });
      expect(crossings(tab.updates).map(({ sessionId }) => sessionId)).toEqual(['s0', 's1']);
      // Below 90 % first, or the tracker would take it for the same.
      expect(tab.updates.find(({ sessionId }) => sessionId === 's1')?.cause).toBe('start');
    },
  );

  test('the credits after a reload go on with what was watched', () => {
    const tab = createTab({ isResumption: () => true });
    tab.play(910, 999);
    expect(tab.updates).toEqual([]);
    expect(tab.session?.crossed).toBe(true);
  });
});

describe('the end of a session', () => {
  test('a tab that is closed or left ends with its own last position', () => {
    const tab = createTab();
    tab.play(0, 200);
    tab.wait(3);
    const step = tab.look({ leaving: true, position: 203, state: 'paused' });
    expect(step.updates).toMatchObject([{ cause: 'leave', position: 203 }]);
    expect(step.watch).toEqual(idleWatch);
  });

  test('a last look that belongs to the next title does not move the old one', () => {
    const tab = createTab({}, first);
    tab.play(0, 200);
    tab.look({ leaving: true, item: second, position: 5 });
    expect(tab.updates.every(({ sessionId, position }) => sessionId === 's0' && position <= 200)).toBe(true);
  });
});

const plays: readonly (readonly [string, (tab: ReturnType<typeof createTab>) => void, number, number])[] = [
  ['at normal speed', (tab) => tab.play(0, 300), 290, 300],
  ['at double speed content counts, not time', (tab) => tab.play(0, 600, { rate: 2 }), 580, 600],
  ['at sixteenfold speed', (tab) => tab.play(0, 960, { rate: 16 }), 800, 960],
  [
    'what is seen twice counts once',
    (tab) => {
      tab.play(0, 100);
      tab.look({ position: 20, seekFrom: 100 });
      tab.play(20, 100);
    },
    90,
    101,
  ],
  [
    'what is skipped does not count',
    (tab) => {
      tab.play(0, 100);
      tab.look({ position: 800, seekFrom: 100 });
      tab.play(800, 850);
    },
    140,
    152,
  ],
  [
    'what has played before a jump counts up to its start',
    (tab) => {
      tab.play(0, 100);
      tab.wait(6);
      tab.look({ position: 700, seekFrom: 106 });
    },
    97,
    99,
  ],
  [
    // The first 38 s pass before the title is confirmed.
    'six times a pause and a jump in one task, each after 38 s',
    (tab) => {
      for (let position = 0; position < 600; position += 100) {
        tab.look({ position });
        tab.wait(38);
        tab.look({ position: position + 100, seekFrom: position + 38, state: 'paused' });
      }
    },
    189,
    191,
  ],
  [
    'a jump that nobody explains does not count',
    (tab) => {
      tab.play(0, 100);
      tab.wait(6);
      tab.look({ position: 700 });
    },
    90,
    101,
  ],
  [
    'a night of sleep does not count',
    (tab) => {
      tab.play(0, 100);
      tab.wait(30_000);
      tab.look({ position: 101 });
    },
    90,
    102,
  ],
  [
    'a player that waits for data does not count',
    (tab) => {
      tab.play(0, 100);
      for (let i = 0; i < 20; i++) {
        tab.wait(6);
        tab.look({ position: 100 });
      }
    },
    90,
    101,
  ],
  [
    'a pause does not count',
    (tab) => {
      tab.play(0, 100);
      tab.look({ position: 100, state: 'paused' });
      tab.wait(600);
      tab.look({ position: 100 });
    },
    90,
    101,
  ],
  [
    'a clock that runs backwards gives nothing',
    (tab) => {
      tab.play(0, 100);
      tab.wait(-500);
      tab.look({ position: 400 });
    },
    90,
    102,
  ],
];

describe('what was really played', () => {
  test.each(plays)('%s', (_name, happen, least, most) => {
    const tab = createTab();
    happen(tab);
    const seen = tab.session === undefined ? 0 : playedSeconds(tab.session.played);
    expect(seen).toBeGreaterThanOrEqual(least);
    expect(seen).toBeLessThanOrEqual(most);
  });

  test.each([
    [0.25, 250],
    [0.5, 500],
    [0.8, 800],
  ] as const)('with the setting %f a crossing needs %d seconds of a thousand', (evidence, seconds) => {
    const tab = createTab({ evidence });
    tab.play(0, seconds - 30);
    tab.look({ position: 920, seekFrom: seconds - 30 });
    tab.play(920, 940);
    expect(crossings(tab.updates)).toEqual([]);
    expect(tab.step.skip).toBe('insufficient-evidence');
    tab.play(940, 975);
    expect(crossings(tab.updates)).toHaveLength(1);
  });
});

describe('what is sent', () => {
  test('the start after ten seconds, a place every two minutes, the crossing, and then nothing', () => {
    const tab = createTab();
    tab.play(0, 1_000);
    tab.look({ position: 1_000, state: 'ended' });
    tab.look({ position: 1_000, state: 'ended', leaving: true });
    expect(tab.updates.map(({ cause }) => cause)).toEqual([
      'start',
      'tick',
      'tick',
      'tick',
      'tick',
      'tick',
      'tick',
      'tick',
      'crossing',
    ]);
    expect(tab.step.again).toBeUndefined();
  });

  test('between the start and the crossing the page reports at the interval only', () => {
    const tab = createTab({}, film, 2_700);
    tab.play(0, 20);
    expect(tab.updates).toMatchObject([{ cause: 'start' }]);
    expect(tab.step.again).toBeGreaterThan(100);
    // Past 90 % it reports once enough was played.
    const { again, skip } = tab.look({ position: 2_500, seekFrom: 20 });
    expect(skip).toBe('insufficient-evidence');
    expect(again).toBeLessThan(60);
  });

  test('a pause and a seek are sent at once', () => {
    const tab = createTab();
    tab.play(0, 60);
    tab.look({ position: 60, state: 'paused' });
    tab.wait(5);
    tab.look({ position: 300, state: 'paused', seekFrom: 60 });
    expect(tab.updates.map(({ cause, position }) => [cause, position])).toEqual([
      ['start', expect.any(Number)],
      ['pause', 60],
      ['seek', 300],
    ]);
  });

  test('a seek is sent whose own report was lost', () => {
    const tab = createTab();
    tab.play(0, 60);
    tab.look({ position: 5 });
    expect(tab.updates.map(({ cause, position }) => [cause, position])).toEqual([
      ['start', expect.any(Number)],
      ['seek', 5],
    ]);
  });

  test('exactly 90 % is not sent: nobody knows whether it counts', () => {
    const tab = createTab();
    tab.play(0, 899);
    tab.wait(1);
    tab.look({ position: 900, state: 'paused' });
    tab.look({ position: 900, state: 'paused', leaving: true });
    expect(tab.updates.some(({ position }) => position >= 900)).toBe(false);
  });

  test.each([[1_000], [10], [70], [71], [2_700], [3_333], [5_431], [43_199]])(
    'a length of %d seconds crosses at the first whole second above 90 %%',
    (duration) => {
      const tab = createTab({ minimumLength: 0 }, film, duration);
      const least = Math.floor((duration * 9) / 10) + 1;
      tab.play(Math.max(0, least - 200), least - 1);
      expect(crossings(tab.updates)).toEqual([]);
      tab.wait(1);
      tab.look({ position: least });
      // What is as short as an advertisement waits for its end; leaving ends the wait.
      tab.look({ position: duration, leaving: true });
      expect(crossings(tab.updates).map(({ position }) => position)).toEqual([least]);
    },
  );

  test('a clock that was set back an hour does not silence the session', () => {
    const tab = createTab();
    tab.play(0, 60);
    tab.wait(-3_600);
    tab.play(60, 320);
    expect(tab.updates.filter(({ cause }) => cause === 'tick').length).toBeGreaterThanOrEqual(2);
  });
});

test('an advertisement before the page was read even once is named as one', () => {
  const rules: Rules = {
    interval: 120,
    evidence: 0,
    minimumLength: 30,
    films: true,
    episodes: true,
    account: '',
    now: 1_000_000,
    newId: () => 's',
    isResumption: () => false,
    earlierEvidence: () => [],
  };
  const playback: ObservedPlayback = { state: 'playing', position: 3, duration: 60, rate: 1, at: 1_000_000 };
  expect(
    reduceSession(idleWatch, { siteId: 'site', leaving: false, at: 1_000_000, playback, gate: 'ad' }, rules),
  ).toMatchObject({ skip: 'ad', updates: [] });
});
