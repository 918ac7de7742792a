import { expect, test } from 'vitest';
import { builtInDefinitions } from '../../scripts/connector/files';
import { ladderOf } from '../../src/core/status/status';
import { everyStatus, sites, statusView } from './support/scenes';

test.each(everyStatus())('the story %s ends in the status of its name', (name, { status }) => {
  const { kind } = status;
  expect(kind === 'skipped' || kind === 'queued' ? `${kind}-${status.reason}` : kind).toBe(name);
});

test.each(everyStatus())('the state %s can be: it shows nothing that its status rules out', (_name, view) => {
  const reached = new Set(ladderOf(view.status).flatMap(({ rung, state }) => (state === 'done' ? rung : [])));
  const { playback, sent, media, status } = view;
  if (sent !== undefined || media !== undefined) expect(status.kind).not.toBe('signed-out');
  const isWithin = status.kind === 'skipped' && ['ad', 'insufficient-evidence'].includes(status.reason);
  if (sent !== undefined && !isWithin) expect(reached.has('item')).toBe(true);
  if (status.kind === 'watched') expect((sent?.position ?? 0) / (sent?.duration ?? 1)).toBeGreaterThan(0.9);
  if (playback !== undefined && sent !== undefined)
    expect(sent.position).toBeLessThanOrEqual(playback.position);
});

test('a state ends now', () => {
  const { updatedAt, sent } = statusView('scrobbling');
  expect(Math.abs(Date.now() - updatedAt)).toBeLessThan(60_000);
  expect(Date.now() - (sent?.at ?? 0)).toBeLessThan(180_000);
});

test('the list of sites is that of the package', () => {
  const names = builtInDefinitions().flatMap(({ id, name }) => (id === 'matinee-cinema' ? [] : [name]));
  expect(
    sites()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(names.toSorted());
});
