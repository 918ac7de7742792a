import { describe, expect, test } from 'vitest';
import { playedSeconds } from '../../../src/core/session/session';
import { createTab, crossings, film, first, second } from './one-tab';

type Tab = ReturnType<typeof createTab>;
const ad = (tab: Tab, seconds: number, source: string, more: object = {}) =>
  tab.play(0, seconds, { duration: seconds, source, ...more });
/** The film of a thousand seconds, from here to its end. */
const feature = (tab: Tab, from = 0) => tab.play(from, 995, { source: 'film' });

/**
 * The shapes in which advertisements play in the element of the film (no connector told, unless it says so).
 */
const shapes: readonly (readonly [string, (tab: Tab) => void])[] = [
  [
    'one before the film that the page tells',
    (tab) => {
      ad(tab, 60, 'ad', { gate: 'ad' });
      feature(tab);
    },
  ],
  [
    'one before the film',
    (tab) => {
      ad(tab, 60, 'ad');
      feature(tab);
    },
  ],
  [
    'one of five minutes',
    (tab) => {
      ad(tab, 300, 'ad');
      feature(tab);
    },
  ],
  [
    'one before the film, in the same source',
    (tab) => {
      ad(tab, 60, 'film');
      feature(tab);
    },
  ],
  [
    'several of different lengths',
    (tab) => {
      for (const seconds of [60, 45, 31, 90]) ad(tab, seconds, `ad-${seconds}`);
      feature(tab);
    },
  ],
  [
    'several that grow',
    (tab) => {
      for (const seconds of [31, 60, 110]) ad(tab, seconds, `ad-${seconds}`);
      feature(tab);
    },
  ],
  [
    'two of the same length',
    (tab) => {
      ad(tab, 30, 'one');
      ad(tab, 30, 'two');
      feature(tab);
    },
  ],
  [
    'one that stalls for a minute',
    (tab) => {
      tab.play(0, 40, { duration: 60 });
      for (let i = 0; i < 10; i++) {
        tab.wait(6);
        tab.look({ position: 40, duration: 60 });
      }
      tab.play(40, 60, { duration: 60 });
      feature(tab);
    },
  ],
  [
    'one that is skipped',
    (tab) => {
      tab.play(0, 8, { duration: 90 });
      feature(tab);
    },
  ],
  [
    'one, and a film that goes on where the advertisement ended',
    (tab) => {
      ad(tab, 60, 'ad');
      feature(tab, 58);
    },
  ],
  [
    'one, and a film that goes on where the advertisement had passed 90 %',
    (tab) => {
      tab.play(0, 56, { duration: 60 });
      feature(tab, 57);
    },
  ],
  [
    'one, and a film that takes a while to load',
    (tab) => {
      ad(tab, 60, 'ad');
      for (let i = 0; i < 4; i++) {
        tab.wait(1);
        tab.look({ position: 0, duration: 0, state: 'paused', source: 'film' });
      }
      feature(tab);
    },
  ],
  [
    'one in the middle, after a resume',
    (tab) => {
      tab.play(600, 640, { source: 'film' });
      ad(tab, 60, 'ad');
      feature(tab, 640);
    },
  ],
  [
    'one in the middle that says no length',
    (tab) => {
      tab.play(0, 500, { source: 'film' });
      tab.play(0, 30, { duration: 0, source: 'ad' });
      feature(tab, 500);
    },
  ],
  [
    'one after the film',
    (tab) => {
      feature(tab);
      ad(tab, 60, 'ad');
    },
  ],
];

describe.each(shapes)('an advertisement, %s:', (_name, happens) => {
  test('the film is recorded once, and nothing of the advertisement counts', () => {
    const tab = createTab();
    happens(tab);
    tab.look({ leaving: true, position: 995, source: 'film' });
    expect(crossings(tab.updates).map(({ duration }) => duration)).toEqual([1_000]);
    // Of what it was told as, a start at most, and that is taken back.
    const kept = tab.updates.filter(({ sessionId }) => !tab.ads.includes(sessionId));
    expect(kept.every(({ duration }) => duration === 1_000)).toBe(true);
  });

  test('and half of the film is no film', () => {
    const tab = createTab({ evidence: 0.8 });
    happens(tab);
    expect(playedSeconds(tab.session?.played ?? [])).toBeLessThanOrEqual(1_000);
    expect(crossings(tab.updates).every(({ duration }) => duration === 1_000)).toBe(true);
  });
});

test('who leaves when the film has just begun has watched an advertisement', () => {
  const tab = createTab();
  ad(tab, 60, 'ad');
  tab.play(0, 12, { source: 'film' });
  tab.look({ leaving: true, position: 12, source: 'film' });
  expect(crossings(tab.updates)).toEqual([]);
  expect(tab.ads).toEqual(['s0']);
});

test.each([
  ['nothing any more', { item: {}, identity: 'nothing' }],
  ['the title with its year', { item: { ...film, year: 2001 } }],
])('also where the page names %s by then', (_name, look) => {
  const tab = createTab();
  ad(tab, 60, 'ad');
  tab.play(0, 12, { source: 'film' });
  tab.look({ leaving: true, position: 12, source: 'film', ...look });
  expect(crossings(tab.updates)).toEqual([]);
  expect(tab.ads).toEqual(['s0']);
});

test('where it names another title for what has begun, the short one before it was watched', () => {
  const tab = createTab();
  ad(tab, 60, 'short');
  tab.play(0, 3, { source: 'next' });
  tab.look({ leaving: true, position: 3, source: 'next', item: second });
  expect(crossings(tab.updates).map(({ sessionId }) => sessionId)).toEqual(['s0']);
});

test('an advertisement under the title of the next episode is not that episode', () => {
  const tab = createTab({}, first);
  tab.play(0, 995);
  tab.play(0, 60, { item: second, duration: 60, source: 'ad' });
  tab.play(0, 400, { item: second, source: 'b' });
  tab.look({ item: second, leaving: true, position: 400, source: 'b' });
  expect(crossings(tab.updates).map(({ sessionId }) => sessionId)).toEqual(['s0']);
  expect(tab.ads).toEqual(['s1']);
});

test('who leaves during the second of two has watched two advertisements', () => {
  const tab = createTab();
  ad(tab, 60, 'one');
  tab.play(0, 30, { duration: 45, source: 'two' });
  tab.look({ leaving: true, position: 30, duration: 45, source: 'two' });
  expect(crossings(tab.updates)).toEqual([]);
});

describe('what is as short as an advertisement, and none', () => {
  const short = () => createTab({}, film, 60);

  test('counts a little after its end, with the place at which it passed 90 %', () => {
    const tab = short();
    tab.play(0, 60);
    expect(crossings(tab.updates)).toEqual([]);
    expect(tab.step.skip).toBeUndefined();
    const wait = tab.look({ position: 60, state: 'ended' }).again ?? 0;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThan(100);
    tab.wait(wait);
    tab.look({ position: 60, state: 'ended' });
    expect(crossings(tab.updates)).toHaveLength(1);
    expect(crossings(tab.updates)[0]?.position).toBeGreaterThanOrEqual(55);
    expect(tab.step.again).toBeUndefined();
  });

  test.each<readonly [string, (tab: Tab) => void]>([
    ['the page is left', (tab) => tab.look({ leaving: true, position: 60, state: 'ended' })],
    [
      'the page is left without a word',
      (tab) => tab.look({ leaving: true, position: 57, identity: 'nothing' }),
    ],
    ['another title begins', (tab) => tab.play(0, 12, { item: second, duration: 900, source: 'b' })],
    [
      'the text of the next title comes late',
      (tab) => {
        tab.play(0, 10, { duration: 900, source: 'b' });
        tab.play(10, 30, { item: second, duration: 900, source: 'b' });
      },
    ],
    [
      'the person goes back at once',
      (tab) => {
        tab.look({ position: 5, seekFrom: 57, duration: 60 });
        tab.play(5, 40);
      },
    ],
    [
      'an advertisement follows that the page tells',
      (tab) => {
        tab.play(0, 30, { gate: 'ad', duration: 30 });
        tab.look({ leaving: true, position: 57 });
      },
    ],
    [
      'it is played again after its end, and the page is left',
      (tab) => {
        tab.look({ position: 60, state: 'ended' });
        tab.play(0, 2);
        tab.look({ leaving: true, position: 2 });
      },
    ],
    [
      'it is played again after its end, and another title is chosen',
      (tab) => {
        tab.look({ position: 60, state: 'ended' });
        tab.play(0, 2);
        tab.play(0, 12, { item: second, duration: 900, source: 'b' });
      },
    ],
    [
      'the clock is set back an hour',
      (tab) => {
        tab.wait(-3_600);
        tab.look({ position: 58 });
      },
    ],
  ])('counts when %s', (_name, happens) => {
    const tab = short();
    tab.play(0, 57);
    expect(crossings(tab.updates)).toEqual([]);
    happens(tab);
    expect(crossings(tab.updates).map(({ sessionId, duration }) => [sessionId, duration])).toEqual([
      ['s0', 60],
    ]);
  });

  test('left for a longer medium that is named half a minute later, keeps its place', () => {
    const tab = createTab({}, first, 300);
    tab.play(0, 24);
    tab.play(0, 30, { source: 'b', duration: 670 });
    expect(tab.session?.playback.duration).toBe(670);
    tab.play(30, 60, { item: second, source: 'b', duration: 670 });
    expect(tab.ads).not.toContain('s0');
    expect(tab.updates.filter(({ sessionId }) => sessionId === 's0').at(-1)).toMatchObject({ position: 24 });
  });

  test('watched once more by a player that was paused at the end counts twice', () => {
    const tab = short();
    tab.play(0, 60);
    tab.look({ position: 60, state: 'ended' });
    tab.wait(3);
    tab.look({ position: 60, state: 'paused' });
    tab.play(0, 60);
    tab.look({ leaving: true, position: 60, state: 'ended' });
    expect(crossings(tab.updates).map(({ sessionId }) => sessionId)).toEqual(['s0', 's1']);
  });

  test('watched twice in a row in the same page counts twice', () => {
    const tab = short();
    tab.play(0, 60);
    for (let i = 0; i < 4; i++) {
      tab.wait(5);
      tab.look({ position: 60, state: 'ended' });
    }
    tab.play(0, 60);
    tab.look({ leaving: true, position: 60, state: 'ended' });
    expect(crossings(tab.updates).map(({ sessionId }) => sessionId)).toEqual(['s0', 's1']);
  });
});
