import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addPlayed,
  playedSeconds,
  type PlayedRanges,
  type TimeRange,
} from '../../../src/core/session/session';
import {
  forgetItem,
  forgetSession,
  rememberEvidence,
  readEarlierEvidence,
  earlierEvidence,
  type SessionEvidence,
  type EarlierEvidence,
} from '../../../src/core/session/earlier-evidence';
import { createTab, crossings } from './one-tab';

const day = 86_400_000;
const now = Date.UTC(2026, 5, 1);
const yesterday: SessionEvidence = {
  id: 'a',
  account: 'me',
  key: 'movie|sintel|',
  duration: 1_000,
  played: [[0, 480]],
  at: now - day,
};
const viewed = { account: 'me', key: 'movie|sintel|', duration: 1_000 };
const seen = (all: EarlierEvidence, changed: Partial<typeof viewed> = {}, at = now) =>
  playedSeconds(earlierEvidence(all, { ...viewed, ...changed }, at));

describe('evidence of an earlier session', () => {
  test.each<readonly [string, number, Parameters<typeof seen>]>([
    ['counts for the same item', 480, [[yesterday]]],
    [
      'counts where the player reports a slightly different duration',
      480,
      [[yesterday], { duration: 1_005 }],
    ],
    ['counts where only that site stated the year', 480, [[{ ...yesterday, key: 'movie|sintel|2010' }]]],
    ['counts where only this site states the year', 480, [[yesterday], { key: 'movie|sintel|2010' }]],
    [
      'does not count for a film of the same name of another year',
      0,
      [[{ ...yesterday, key: 'movie|sintel|2010' }], { key: 'movie|sintel|2011' }],
    ],
    [
      'does not count for an episode whose number begins with the same digit',
      0,
      [[{ ...yesterday, key: 'series|dark|1|1' }], { key: 'series|dark|1|10' }],
    ],
    ['does not count for another item', 0, [[yesterday], { key: 'movie|metropolis|' }]],
    [
      'does not count for a cut of another duration, or for an advertisement under the same title',
      0,
      [[yesterday], { duration: 1_100 }],
    ],
    ['does not count for another account', 0, [[yesterday], { account: 'you' }]],
    ['is forgotten after a month', 0, [[yesterday], {}, now + 29 * day]],
    ['is kept until then', 480, [[yesterday], {}, now + 28.9 * day]],
    [
      'does not count when it comes from the far future of a wrong clock',
      0,
      [[{ ...yesterday, at: now + 400 * day }]],
    ],
    [
      'adds up over several sessions, and what was seen twice counts once',
      700,
      [[yesterday, { ...yesterday, id: 'b', played: [[400, 700]] }]],
    ],
    ['ends where the item ends', 1_000, [[{ ...yesterday, played: [[0, 1_008]] }]]],
  ])('%s', (_name, seconds, args) => expect(seen(...args)).toBe(seconds));
});

describe('the list of earlier sessions', () => {
  test('holds the latest state of each session, to the tenth of a second', () => {
    const once = rememberEvidence([yesterday], { ...yesterday, played: [[0, 500.04321]], at: now }, now);
    expect(once).toEqual([{ ...yesterday, played: [[0, 500]], at: now }]);
    expect(rememberEvidence(once, { ...yesterday, played: [] }, now)).toEqual([]);
  });

  test('loses what is forgotten by item and account, or by session, and nothing else', () => {
    const other: SessionEvidence = { ...yesterday, id: 'b', key: 'movie|metropolis|' };
    const foreign: SessionEvidence = { ...yesterday, id: 'c', account: 'you' };
    expect(forgetItem([yesterday, other, foreign], 'me', yesterday.key)).toEqual([other, foreign]);
    expect(forgetSession([yesterday, other], 'a')).toEqual([other]);
    expect(forgetItem([yesterday, other], 'me', 'movie|sintel|2010')).toEqual([other]);
  });

  test.each([
    [undefined],
    [null],
    ['x'],
    [{}],
    [
      [
        null,
        7,
        { id: 'a' },
        { ...yesterday, played: [[1]] },
        { ...yesterday, played: [[0, Infinity]] },
        { ...yesterday, at: 'x' },
      ],
    ],
  ])('is empty where this is stored: %j', (stored) => {
    expect(readEarlierEvidence(stored)).toEqual([]);
  });

  test('holds at most two hundred sessions, and the oldest are dropped first', () => {
    const all = Array.from({ length: 300 }).reduce<EarlierEvidence>(
      (list, _, index) => rememberEvidence(list, { ...yesterday, id: `s${index}` }, now),
      [],
    );
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, index) => `s${index + 100}`));
    expect(readEarlierEvidence(JSON.parse(JSON.stringify(all)))).toEqual(all);
  });
});

test('evidence is the same however play is divided into sessions', () => {
  const stretch = fc
    .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 100 }))
    .map(([from, length]): TimeRange => [from, from + length]);
  fc.assert(
    fc.property(fc.array(fc.tuple(stretch, fc.integer({ min: 0, max: 3 })), { maxLength: 30 }), (plays) => {
      const played = (list: readonly TimeRange[]) =>
        list.reduce<PlayedRanges>((sum, [from, to]) => addPlayed(sum, from, to), []);
      const whole = played(plays.map(([one]) => one));
      let kept: EarlierEvidence = [];
      for (const [index] of [0, 1, 2, 3].entries()) {
        const own = plays.filter(([, which]) => which === index).map(([one]) => one);
        kept = rememberEvidence(
          kept,
          { ...yesterday, id: `s${index}`, played: played(own), at: now - index * day },
          now,
        );
      }
      expect(earlierEvidence(kept, viewed, now)).toEqual(whole);
      expect(playedSeconds(whole)).toBeLessThanOrEqual(1_000);
    }),
  );
});

describe('a film in two halves on two evenings', () => {
  test.each([0.25, 0.5, 0.8] as const)('counts where the setting asks for %f of it', (evidence) => {
    const half: PlayedRanges = [[0, 480]];
    const tab = createTab({ evidence, earlierEvidence: () => half });
    tab.play(480, 950);
    expect(crossings(tab.updates)).toHaveLength(1);
    const alone = createTab({ evidence });
    alone.play(480, 950);
    expect(crossings(alone.updates)).toHaveLength(evidence === 0.8 || evidence === 0.5 ? 0 : 1);
  });

  test('the first half alone does not count: a page that opens near the end has shown nothing yet', () => {
    const tab = createTab({ evidence: 0.25, earlierEvidence: () => [[0, 800]] });
    tab.play(950, 958);
    expect(tab.step.skip).toBe('insufficient-evidence');
    tab.look({ position: 958, leaving: true });
    expect(tab.updates).toEqual([]);
  });

  test('the page is asked to look again at the very moment when it is enough', () => {
    const tab = createTab({ evidence: 0.5, earlierEvidence: () => [[0, 450]] });
    tab.play(900, 930);
    const { again = 0 } = tab.step;
    const missing = 50 - (tab.session === undefined ? 0 : playedSeconds(tab.session.played));
    expect(again).toBeGreaterThan(missing);
    expect(again).toBeLessThan(missing + 1);
    tab.wait(again);
    tab.look({ position: 930 + again });
    expect(crossings(tab.updates)).toHaveLength(1);
  });
});
