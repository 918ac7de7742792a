// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Match } from '../../../../src/core/outbox/outbox-entry';
import { readDraft } from '../../../../src/options/workbench/draft/draft-text';
import { doubtOf, Verdict } from '../../../../src/options/workbench/teach/matched-title';
import type { Trial } from '../../../../src/protocol/workbench';
import { createEditorWorld, untaught } from '../editor/editor-world';

let world: Awaited<ReturnType<typeof createEditorWorld>>;
beforeEach(async () => {
  world = await createEditorWorld();
});
afterEach(async () => {
  render(null, document.body);
  await world.close();
});

const reading = readDraft(JSON.stringify(untaught));
/** All of the page is read, and it plays. */
const trial: Trial = {
  url: 'https://play.overlay.example/v/1',
  page: 'video',
  trace: [],
  videos: 1,
  reading: {
    item: { type: 'movie', title: 'Sintel' },
    identity: '1',
    degraded: false,
    missing: [],
    gated: false,
  },
  playback: { state: 'playing', position: 60, duration: 888, rate: 1, at: 0 },
};
const media = { type: 'movie', tmdbId: 45_745, title: 'Sintel' } as const;
const review: Match = {
  state: 'review',
  media,
  confidence: 0.29,
  candidates: [],
  evidence: [{ kind: 'episode-differs', value: -2 }],
};

test.each([
  ['matched', { state: 'matched', media, confidence: 1, by: 'tracker' }, 'workbench_verdict_good'],
  ['held back', review, 'later_review'],
  ['not there', { state: 'unmatched', retryAt: 0 }, 'later_unmatched'],
  ['not asked, as nobody is signed in', undefined, 'workbench_verdict_good'],
  ['not answered yet', { state: 'open' }, ''],
] as const)('what the tracker has %s is called so', (_, match, expected) => {
  render(<Verdict reading={reading} trial={trial} match={match} />, document.body);
  expect(document.body.textContent).toBe(expected);
});

test('the field that the tracker doubts is the one that says why', () => {
  expect(doubtOf(review, 'episodeTitle')).toBeDefined();
  const unlike: Match = { ...review, evidence: [{ kind: 'episode-unlike' }] };
  expect(doubtOf(unlike, 'episodeTitle')).toBe(doubtOf(review, 'episodeTitle'));
  expect(doubtOf(review, 'seriesTitle')).toBeUndefined();
  expect(doubtOf({ state: 'open' }, 'episodeTitle')).toBeUndefined();
});
