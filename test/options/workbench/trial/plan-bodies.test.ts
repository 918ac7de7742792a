import { expect, test } from 'vitest';
import { planBodies } from '../../../../src/options/workbench/trial/trace-panel';
import type { Trial } from '../../../../src/protocol/workbench';

const trialOf = (item: object) =>
  ({
    reading: { item, identity: 'x', confidence: 1, degraded: false, missing: [] },
    playback: { state: 'playing', position: 10.6, duration: 899.7, rate: 1, at: 0 },
  }) as unknown as Trial;
const sintel = { type: 'movie', title: 'Sintel', year: 2010 };

test('what would be sent names the media of the match', () => {
  expect(planBodies(trialOf(sintel), undefined)).toMatchObject({
    resolve: { type: 'movie', title: 'Sintel', year: 2010 },
    complete: false,
  });
  expect(planBodies(trialOf(sintel), { type: 'movie', tmdbId: 45_745 })).toMatchObject({
    complete: true,
    scrobble: { type: 'movie', tmdbId: 45_745, progress: 10, duration: 900 },
  });
});

test('nothing would be sent for a page on which no item was read', () => {
  expect(planBodies(trialOf({ type: 'movie' }), undefined)).toBeUndefined();
});
