import { describe, expect, test } from 'vitest';
import { brokenPart } from '../../../src/core/settings/backup';
import { defaultSettings } from '../../../src/core/settings/settings';

const correction = {
  id: 'c',
  scope: 'item',
  key: 'movie|sintel|',
  label: 'Sintel',
  media: { type: 'movie', tmdbId: 45745 },
  createdAt: 0,
};
const good = {
  format: 'matinee-backup',
  version: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
  settings: defaultSettings,
  sites: { netflix: { enabled: false } },
  corrections: [correction],
  connectors: {},
};

test('a whole backup is accepted', () => {
  expect(brokenPart(good)).toBeUndefined();
});

describe('a broken one is refused, and its broken part named', () => {
  test.each([
    ['nothing', undefined, 'format'],
    ['text', 'hello', 'format'],
    ['another file', { format: 'other' }, 'format'],
    ['a later version', { ...good, version: 2 }, 'version'],
    ['settings that are a list', { ...good, settings: [] }, 'settings'],
    ['a site without its state', { ...good, sites: { netflix: true } }, 'sites'],
    ['hosts that are no text', { ...good, sites: { jellyfin: { enabled: true, hosts: [1] } } }, 'sites'],
    ['corrections that are no list', { ...good, corrections: {} }, 'corrections'],
    [
      'a correction without media',
      { ...good, corrections: [{ ...correction, media: undefined }] },
      'corrections',
    ],
    [
      'an id that is no number',
      { ...good, corrections: [{ ...correction, media: { type: 'movie', tmdbId: '45745' } }] },
      'corrections',
    ],
    [
      'a label of a megabyte',
      { ...good, corrections: [{ ...correction, label: 'x'.repeat(1_000_000) }] },
      'corrections',
    ],
    ['connectors that are a list', { ...good, connectors: [] }, 'connectors'],
  ])('%s', (_, value, part) => {
    expect(brokenPart(value)).toBe(part);
  });
});
