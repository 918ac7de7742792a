import { expect, test } from 'vitest';
import type { Sitting } from './plan';
import { afterKill, pageTruth, viewingsOf, type PageTruth } from './truth';
import { judge } from './verdict';

/** An episode of a minute that was seen to its 58th second; `fields` of the page's own record differ. */
function episode(viewing: number, at: number, fields: object = {}) {
  return {
    viewing,
    rate: 2,
    samples: 100,
    position: 58,
    duration: 60,
    playedSeconds: 58,
    visitSeconds: 58,
    highest: 58,
    passed: [
      [54, 54, at - 2_000],
      [58, 58, at],
    ],
    at,
    ...fields,
  };
}

const binge: Sitting = {
  id: 0,
  shape: 'binge',
  tabs: [{ parts: [1, 2].map(episodeOf), ending: 'close', delay: 0 }],
};

function episodeOf(number: number): Sitting['tabs'][number]['parts'][number] {
  const work = {
    type: 'episode',
    title: 'The Bababa Affair',
    tmdb: 500_000,
    season: 1,
    film: 'short',
  } as const;
  return { work: { ...work, number }, viewing: number, rate: 2, from: 0, steps: [] };
}

/** What is wrong where the tracker has nothing of what was played. */
function wrongWithout(truth: PageTruth): readonly number[] {
  const { violations } = judge(viewingsOf(binge, [{ ending: 'close', truth }]), [], []);
  return violations.map(({ viewing }) => viewing);
}

test('an episode that was seen has to be in the history, but not one of which the browser stated no position', () => {
  const parts = [episode(1, 10_000), episode(2, 50_000, { stuck: true })];
  expect(wrongWithout(pageTruth.parse({ parts, done: true }))).toEqual([1]);
});

test('what ended just before the browser was killed may be unsaid, what ended before that not', () => {
  const passed = [[55.5, 55.5, 49_900]];
  const parts = [episode(1, 10_000), episode(2, 50_000, { position: 55.5, highest: 55.5, passed })];
  const truth = pageTruth.parse({ parts, done: true });
  expect(wrongWithout(truth)).toEqual([1, 2]);
  expect(wrongWithout(afterKill(truth, 52_000, 6_000))).toEqual([1]);
  expect(wrongWithout(afterKill(truth, 60_000, 6_000))).toEqual([1, 2]);
});

test('a short title may be unsaid until the next one has shown that it was no advertisement', () => {
  const parts = [episode(1, 50_000), episode(2, 60_000, { lag: 5 })];
  const killed = (now: number) => {
    const { parts: known } = afterKill(pageTruth.parse({ parts, done: false }), now, 6_000);
    return wrongWithout(pageTruth.parse({ parts: known, done: true }));
  };
  expect(killed(84_000)).not.toContain(1);
  expect(killed(86_000)).toContain(1);
});

test('a short title may be unsaid where the page is left just after it named the next one', () => {
  const left = (fields: object) => {
    const parts = [episode(1, 50_000), episode(2, 60_000, fields)];
    return wrongWithout(pageTruth.parse({ parts, done: true }));
  };
  expect(left({ lag: 5, firstStay: 7 })).not.toContain(1);
  expect(left({ lag: 5, firstStay: 22 })).toContain(1);
  expect(left({ firstStay: 2 })).toContain(1);
});

test('a position is demanded of what was played at a stretch, not of two short visits', () => {
  const partly = { position: 30, highest: 30, passed: [], playedSeconds: 30 };
  const [first, second] = [{ visitSeconds: 30 }, { visitSeconds: 15 }];
  const parts = [episode(1, 10_000, { ...partly, ...first }), episode(2, 50_000, { ...partly, ...second })];
  expect(wrongWithout(pageTruth.parse({ parts, done: true }))).toEqual([1]);
});

test('of a title that is named late a position is demanded when it has played on after a look at its page', () => {
  const played = (seconds: number, lag: number) => {
    const place = { position: seconds, highest: seconds, passed: [], lag };
    const fields = { ...place, playedSeconds: seconds, visitSeconds: seconds };
    return wrongWithout(pageTruth.parse({ parts: [episode(1, 10_000, fields)], done: true }));
  };
  expect(played(21, 0)).toEqual([1]);
  expect(played(21, 0.4)).toEqual([]);
  expect(played(52, 0.4)).toEqual([1]);
});

test('what plays when the browser is killed is only known from then on', () => {
  const truth = pageTruth.parse({ parts: [episode(1, 10_000), episode(2, 50_000)], done: false });
  const [first, second] = afterKill(truth, 50_200, 6_000).parts;
  expect(first).toMatchObject({ playedSeconds: 58, cutOff: false });
  expect(second).toMatchObject({ playedSeconds: 0, lost: 58, passed: [], passedEarlier: true });
});

test('a short title that begins where a page was opened again at the end of the one before may be an advertisement', () => {
  const next = episode(2, 80_000, {
    position: 36,
    highest: 36,
    playedSeconds: 36,
    visitSeconds: 36,
    passed: [],
  });
  const wrong = (state: string, fields: object = {}) => {
    const killed = afterKill(
      pageTruth.parse({ parts: [episode(1, 50_000, { state })], done: false }),
      52_000,
      6_000,
    );
    return wrongWithout(pageTruth.parse({ parts: [...killed.parts, { ...next, ...fields }], done: true }));
  };
  expect(wrong('ended')).toEqual([]);
  expect(wrong('playing')).toEqual([2]);
  expect(wrong('ended', { duration: 2_400 })).toEqual([2]);
});

test('a short title that is named early in a page just opened again may be an advertisement', () => {
  const begun = pageTruth.parse({ parts: [episode(1, 50_000)], done: false });
  const wrong = (fields: object, { parts } = afterKill(begun, 52_000, 6_000)) => {
    const next = episode(2, 80_000, { early: 2, openFor: 5, ...fields });
    return wrongWithout(pageTruth.parse({ parts: [...parts, next], done: true })).includes(2);
  };
  const partly = { position: 36, highest: 36, playedSeconds: 36, visitSeconds: 36, passed: [] };
  const long = { duration: 2_400, position: 2_320, highest: 2_320, passed: [[2_320, 2_300, 80_000]] };
  expect(wrong({})).toBe(false);
  expect(wrong(partly)).toBe(false);
  expect(wrong({ openFor: 6.5 })).toBe(true);
  expect(wrong({ early: 0, openFor: 2 })).toBe(true);
  expect(wrong({ reopened: true })).toBe(true);
  expect(wrong(long)).toBe(true);
  expect(wrong({}, begun)).toBe(true);
});
