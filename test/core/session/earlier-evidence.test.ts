import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addPlayed,
  playedSeconds,
  type PlayedRanges,
  type TimeRange,
} from '../../../src/core/session/played-ranges';
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

describe('what was seen on another evening', () => {
  test.each<readonly [string, number, Parameters<typeof seen>]>([
    ['counts for the same item', 480, [[yesterday]]],
    ['counts where the player tells a slightly different length', 480, [[yesterday], { duration: 1_005 }]],
    ['says nothing of another item', 0, [[yesterday], { key: 'movie|metropolis|' }]],
    [
      'says nothing of a cut of another length, or of an advertisement under the same title',
      0,
      [[yesterday], { duration: 1_100 }],
    ],
    ['is not the evidence of another person', 0, [[yesterday], { account: 'you' }]],
    ['is forgotten after a month', 0, [[yesterday], {}, now + 29 * day]],
    ['is kept until then', 480, [[yesterday], {}, now + 28.9 * day]],
    ['is not kept for years by a clock that was wrong', 0, [[{ ...yesterday, at: now + 400 * day }]]],
    [
      'adds up over several evenings, and counts twice seen once',
      700,
      [[yesterday, { ...yesterday, id: 'b', played: [[400, 700]] }]],
    ],
    ['ends with the item', 1_000, [[{ ...yesterday, played: [[0, 1_008]] }]]],
  ])('%s', (_name, seconds, args) => expect(seen(...args)).toBe(seconds));

  test('is kept once a session, with its latest word, to the tenth of a second', () => {
    const once = rememberEvidence([yesterday], { ...yesterday, played: [[0, 500.04321]], at: now }, now);
    expect(once).toEqual([{ ...yesterday, played: [[0, 500]], at: now }]);
    expect(rememberEvidence(once, { ...yesterday, played: [] }, now)).toEqual([]);
  });

  test('goes with the crossing of its item, or with its session, and with nothing else', () => {
    const other: SessionEvidence = { ...yesterday, id: 'b', key: 'movie|metropolis|' };
    const foreign: SessionEvidence = { ...yesterday, id: 'c', account: 'you' };
    expect(forgetItem([yesterday, other, foreign], 'me', yesterday.key)).toEqual([other, foreign]);
    expect(forgetSession([yesterday, other], 'a')).toEqual([other]);
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
  ])('stored nonsense is nothing: %j', (stored) => {
    expect(readEarlierEvidence(stored)).toEqual([]);
  });

  test('never grows beyond two hundred sessions, and the oldest go first', () => {
    const all = Array.from({ length: 300 }).reduce<EarlierEvidence>(
      (list, _, index) => rememberEvidence(list, { ...yesterday, id: `s${index}` }, now),
      [],
    );
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, index) => `s${index + 100}`));
    expect(readEarlierEvidence(JSON.parse(JSON.stringify(all)))).toEqual(all);
  });

  test('is the same however the evenings are cut', () => {
    const stretch = fc
      .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 100 }))
      .map(([from, length]): TimeRange => [from, from + length]);
    fc.assert(
      fc.property(fc.array(fc.tuple(stretch, fc.integer({ min: 0, max: 3 })), { maxLength: 30 }), (plays) => {
        const played = (list: readonly TimeRange[]) =>
          list.reduce<PlayedRanges>((sum, [from, to]) => addPlayed(sum, from, to), []);
        const whole = played(plays.map(([one]) => one));
        let kept: EarlierEvidence = [];
        for (const [evening] of [0, 1, 2, 3].entries()) {
          const own = plays.filter(([, which]) => which === evening).map(([one]) => one);
          kept = rememberEvidence(
            kept,
            { ...yesterday, id: `s${evening}`, played: played(own), at: now - evening * day },
            now,
          );
        }
        expect(earlierEvidence(kept, viewed, now)).toEqual(whole);
        expect(playedSeconds(whole)).toBeLessThanOrEqual(1_000);
      }),
    );
  });
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
