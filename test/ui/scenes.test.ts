import { expect, test } from 'vitest';
import { ladderOf } from '../../src/core/status/status';
import { everyStatus } from './support/scenes';

test.each(everyStatus())('the state %s can be: it shows nothing that its status rules out', (_name, view) => {
  const reached = new Set(ladderOf(view.status).flatMap(({ rung, state }) => (state === 'done' ? rung : [])));
  const { playback, sent, media } = view;
  if (sent !== undefined || media !== undefined) expect(view.status.kind).not.toBe('signed-out');
  const { status } = view;
  const isWithin = status.kind === 'skipped' && ['ad', 'insufficient-evidence'].includes(status.reason);
  if (sent !== undefined && !isWithin) expect(reached.has('item')).toBe(true);
  if (view.status.kind === 'watched')
    expect((sent?.position ?? 0) / (sent?.duration ?? 1)).toBeGreaterThan(0.9);
  if (playback !== undefined && sent !== undefined)
    expect(sent.position).toBeLessThanOrEqual(playback.position);
});
