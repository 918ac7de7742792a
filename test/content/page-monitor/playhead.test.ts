import { expect, test } from 'vitest';
import { positionAtUnload, samplePlayhead } from '../../../src/content/page-monitor/playhead';
import { settledPollSeconds } from '../../../src/core/session/thresholds';

const video = { seeking: false, readyState: 4, currentTime: 20, paused: false, playbackRate: 2 };
const last = { position: 10, at: 1_000, rate: 1 };

test.each([
  ['the position of the video', video, 5_000, 20, 2],
  ['no pace while it is paused', { ...video, paused: true }, 5_000, 20, 0],
  ['no pace while it waits for data', { ...video, readyState: 2 }, 5_000, 20, 0],
  ['during a seek the position before it', { ...video, seeking: true }, 5_000, 14, 0],
  ['without a medium the last position', { ...video, readyState: 0 }, 5_000, 14, 0],
  ['without a video the last position', undefined, 5_000, 14, 0],
  [
    'at most the longest time between two looks after a suspension',
    undefined,
    3_600_000,
    10 + settledPollSeconds,
    0,
  ],
  ['never less than the last position', undefined, 0, 10, 0],
])('a sample is %s', (_, element, at, position, rate) => {
  expect(samplePlayhead(element, last, at)).toEqual({ position, at, rate });
});

test('a definition’s own clock is extrapolated from its last reading, not from the video', () => {
  const playback = { state: 'playing', position: 100, duration: 600, rate: 2, at: 1_000 } as const;
  const playhead = { position: 5, at: 4_000, rate: 1 };
  expect(positionAtUnload(playback, playhead).position).toBe(106);
  expect(positionAtUnload({ ...playback, source: 'a' }, playhead).position).toBe(5);
});

test('a definition’s own clock has not played while its page was frozen', () => {
  const playback = { state: 'playing', rate: 2, position: 100, duration: 1_000, at: 0 } as const;
  const afterAnHour = { at: 3_600_000, position: 5, rate: 1 };
  expect(positionAtUnload(playback, afterAnHour).position).toBe(100 + 2 * settledPollSeconds);
});
