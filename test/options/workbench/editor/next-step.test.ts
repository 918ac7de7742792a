import { expect, test } from 'vitest';
import { nextStep } from '../../../../src/options/workbench/editor/after-use';
import type { Trial } from '../../../../src/protocol/workbench';

const trial = (item: object, state: 'playing' | 'paused', more: object = {}): Trial => ({
  url: 'https://play.overlay.example/v/1001',
  page: 'video',
  trace: [],
  videos: 1,
  reading: { item, identity: '1', degraded: false, missing: [], gated: false, ...more },
  playback: { state, position: 60, duration: 2_700, rate: 1, at: 0 },
});
const film = { type: 'movie', title: 'Sintel' };
const site = { type: 'movie', title: 'Overlay Play' };

test.each([
  ['what to press while nothing plays', 'go_back', trial(film, 'paused')],
  ['what to press where nothing is known yet', 'go_back', undefined],
  ['that it waits while the title plays', 'soon', trial(film, 'playing')],
  ['how the title appears', 'show_title', trial(site, 'playing', { implausible: true })],
  ['what is missing', 'still_missing', trial({ type: 'episode', seriesTitle: 'A' }, 'playing')],
] as const)('says %s', (_, step, now) => {
  expect(nextStep(now, { isRecorded: false, isRead: true })).toBe(step);
});

test('says that it was recorded', () => {
  expect(nextStep(trial(film, 'paused'), { isRecorded: true, isRead: true })).toBe('recorded');
});

test('says how the title appears while the tab, unlike the workbench, has not seen it since', () => {
  expect(nextStep(trial(film, 'playing'), { isRecorded: false, isRead: false })).toBe('show_title');
});
