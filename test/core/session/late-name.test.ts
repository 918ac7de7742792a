import { describe, expect, test } from 'vitest';
import { createTab, crossings, first, second, type Look } from './one-tab';

/** Another medium plays under the name of the first title for 45 s; then the second one is named. */
function createLateTab(duration: number) {
  const tab = createTab({}, first);
  tab.play(0, 800);
  tab.play(0, 45, { source: 'b', duration });
  tab.look({ item: second, source: 'b', duration, position: 45 });
  tab.wait(0.5);
  return tab;
}

/** Seconds. */
const SAME = 1_000;
const OTHER = 1_100;

const ends: readonly (readonly [string, Look])[] = [
  ['left', { item: second, source: 'b', position: 45.5, leaving: true }],
  ['gone', { silent: true, leaving: true }],
];

describe.each([SAME, OTHER])('another medium of %d s under the name of one of 1000 s', (duration) => {
  test.each(ends)('whose page is %s when its late name was read once has shown no place', (_name, end) => {
    const tab = createLateTab(duration);
    tab.look({ ...end, duration });
    expect(tab.session).toBeUndefined();
    expect(tab.updates.at(-1)).toMatchObject({ sessionId: 's0', position: 800 });
  });

  test('nor has one whose player is moved before its late name is read twice', () => {
    const tab = createLateTab(duration);
    const named: Look = { item: second, source: 'b', duration };
    tab.look({ ...named, position: 500, seekFrom: 45.5 });
    tab.wait(0.5);
    tab.look({ ...named, position: 500.5 });
    expect(tab.updates.at(-1)).toMatchObject({ sessionId: 's0', position: 800 });
    expect(tab.session?.item).toEqual(second);
  });
});

const stays: readonly (readonly [string, Look])[] = [
  ['the same name', { item: first, source: 'b' }],
  ['a more exact name', { item: { ...first, year: 2017 }, source: 'b' }],
  ['no name', { item: {}, identity: 'nothing', source: 'b' }],
  ['another name over a third medium', { item: second, source: 'c', duration: 1_500, position: 0 }],
];

/** Left at 45 s, or after the title was in doubt for 90 s; `sent`: the last position. */
function leave(duration: number, seconds: number, look: Look) {
  const tab = createTab({}, first);
  tab.play(0, 800);
  tab.play(0, seconds, { source: 'b', duration });
  tab.look({ duration, position: seconds, ...look, leaving: true });
  return tab.updates.at(-1);
}

test.each(stays)('a medium of the same length that is left with %s has shown its place', (_name, look) => {
  expect(leave(SAME, 45, look)).toMatchObject({ sessionId: 's1', position: 45 });
});

test.each(stays)('a medium of another length that is left soon with %s has shown none', (_name, look) => {
  expect(leave(OTHER, 45, look)).toMatchObject({ sessionId: 's0', position: 800 });
});

test.each(stays)('and has shown it when it is left later with %s', (_name, look) => {
  expect(leave(OTHER, 150, look)).toMatchObject({ sessionId: 's1', position: 150 });
});

test('a medium after one as short as an advertisement shows its place where it is left soon', () => {
  const tab = createTab({}, first, 310);
  tab.play(0, 300);
  tab.play(0, 75, { source: 'b', duration: 600 });
  tab.look({ source: 'b', duration: 600, position: 75, leaving: true });
  expect(tab.updates.at(-1)).toMatchObject({ position: 75, duration: 600 });
});

test('a title that was not in doubt keeps its place beside the name of the next one', () => {
  const tab = createTab({}, first);
  tab.play(0, 800);
  tab.look({ item: second, position: 805, leaving: true });
  expect(tab.updates.at(-1)).toMatchObject({ sessionId: 's0', position: 805 });
});

test('a short medium that has passed 90 % is of the title that it had until then', () => {
  const tab = createTab({}, first, 200);
  tab.look();
  tab.wait(1);
  const short: Look = { source: 'b', duration: 80 };
  tab.play(0, 74, short);
  tab.look({ ...short, item: second, position: 74, leaving: true });
  expect(crossings(tab.updates)).toMatchObject([{ duration: 80 }]);
});

test('a short title that has begun once more before the next one, which is named late, was watched', () => {
  const tab = createTab({}, first, 209);
  tab.play(0, 209);
  tab.look({ position: 209, state: 'ended' });
  tab.wait(3);
  tab.look({ position: 0 });
  tab.wait(1);
  tab.look({ position: 1, state: 'paused' });
  tab.play(0, 30, { source: 'b', duration: 600 });
  tab.play(30, 60, { item: second, source: 'b', duration: 600 });
  tab.look({ item: second, source: 'b', duration: 600, position: 60, leaving: true });
  expect(crossings(tab.updates)).toMatchObject([{ sessionId: 's0', duration: 209 }]);
});

test('what follows a short title seconds after that was opened again is another title, whatever its name', () => {
  const tab = createTab({}, first, 278);
  tab.play(0, 265);
  // The page has crashed and is loaded anew.
  tab.look({ position: 0 });
  tab.wait(2);
  tab.look({ position: 2 });
  tab.play(0, 3, { source: 'b', duration: 358 });
  tab.play(3, 30, { item: second, source: 'b', duration: 358 });
  tab.look({ item: second, source: 'b', duration: 358, position: 30, leaving: true });
  expect(crossings(tab.updates)).toMatchObject([{ sessionId: 's0', duration: 278 }]);
});

test('a title in doubt that has jumped into its second half meanwhile is sent with its start: it may be a rewatch', () => {
  const tab = createTab({}, first);
  tab.play(0, 800);
  // Another medium begins under the same name: whose it is is in doubt for 90 s.
  tab.play(0, 60, { source: 'b', duration: 1_100 });
  const before = tab.updates.length;
  tab.look({ source: 'b', duration: 1_100, position: 700, seekFrom: 60 });
  tab.play(700, 760, { source: 'b', duration: 1_100 });
  expect(tab.updates.slice(before).map(({ cause, position }) => [cause, position])).toMatchObject([
    ['start', 60],
    ['start', expect.any(Number)],
  ]);
});

test('a tab that waits for another one of the next title ends with the place of its own title', () => {
  const tab = createTab({}, first);
  tab.play(0, 200);
  tab.look({ item: second, position: 200, gate: 'other-tab' });
  tab.wait(780);
  tab.look({ item: second, position: 980, leaving: true });
  expect(tab.updates.at(-1)).toMatchObject({ sessionId: 's0', position: 200, crossing: false });
});

test('a medium whose length is corrected while its page is looked at first is that of the title', () => {
  const tab = createTab({}, first);
  tab.look({ position: 0, duration: 100 });
  tab.wait(0.9);
  tab.play(0.9, 31);
  tab.play(31, 50, { item: second });
  expect(tab.session).toMatchObject({ item: first, playback: { position: 50 } });
  expect(tab.updates).toMatchObject([{ sessionId: 's0', cause: 'start', position: 15 }]);
});
