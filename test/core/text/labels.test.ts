import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSeasonEpisode } from '../../../src/core/text/season-episode';
import { attestedLabels } from '../../bench/labels/attested';
import { countLabels, outcomeOf } from '../../bench/labels/count-labels';
import { generatedLabels } from '../../bench/labels/generated-labels';
import { writtenLabels } from '../../bench/labels/written-labels';

it('has 900 labels of 60 languages', () => {
  expect(writtenLabels.length).toBeGreaterThanOrEqual(900);
  expect(new Set(writtenLabels.map(([tag]) => tag)).size).toBeGreaterThanOrEqual(60);
});

it('reads no label of a site wrongly, and holds hardly any that is certain', () => {
  expect(writtenLabels.filter((label) => outcomeOf(label) === 'wrong')).toEqual([]);
  const certain = writtenLabels.filter(([, , expected]) => expected !== 'held');
  expect(countLabels(certain).read / certain.length).toBeGreaterThan(0.99);
});

/** Drawn for each language, 25 times. Each night there are more. */
const DRAWN = Number(process.env['MATINEE_LABELS'] || 4);

it('reads no label wrongly, whatever its numbers and the name beside it', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      expect(generatedLabels(seed, DRAWN).filter((label) => outcomeOf(label) === 'wrong')).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

describe('what is not certain', () => {
  it.each(attestedLabels.flatMap(([, label, expected]) => (expected === 'held' ? [label] : [])))(
    '%s',
    (label) => {
      const { held, several, ...rest } = parseSeasonEpisode(label) ?? {};
      expect(rest).toEqual({});
      // Several episodes in one video are stated beside it, and decided by its length.
      expect(several === undefined || held !== undefined).toBe(true);
      expect(held === undefined || label.includes(held)).toBe(true);
    },
  );
});

it.each([
  ['Del 3 av 8', 3],
  ['Parte 3 de 8', 3],
  ['Partie 3 sur 8', 3],
  ['Episode 3 of 8: 9 to 5', 3],
  ['第3話（全12話）', 3],
])('takes no number of all for the episode: %s', (label, episode) => {
  expect(parseSeasonEpisode(label)).toMatchObject({ season: undefined, episode });
});
