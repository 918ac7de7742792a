import { expect, test } from 'vitest';
import { regexDanger } from '../../../src/core/definition/regex-safety';
import { builtInDefinitions } from '../../../scripts/connector/files';
import { expressionsOf } from './expressions-of';
import { hostileExpression, reported } from './hostile-expressions';
import { createRandom, findWorstInput, referenceTime, timeOf, type Random } from './worst-input';

/** Milliseconds on 1,000 characters beyond which an expression that was reported counts as found. */
const MOST = 20;
/**
 * Milliseconds that an accepted expression may take on its worst text of 1,000 characters. The square of the
 * length is allowed: 33 with ten alternatives for each character. The third power takes seconds.
 */
const MOST_ACCEPTED = 60;
/** The same at rest, in times of the reference, which a load slows down as much. */
const MOST_REFERENCES = 5;
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test('each reported expression is refused, and a search finds the text on which it hangs', () => {
  const random = createRandom(seed);
  expect(reported.filter((pattern) => regexDanger(pattern) === undefined)).toEqual([]);
  const harmless = reported.filter(
    (pattern) => findWorstInput(pattern, random, MOST, 150).milliseconds <= MOST,
  );
  expect(harmless.length, `seed ${seed}: ${harmless.join('  ')}`).toBeLessThan(12);
});

test(`of 200 expressions of hostile kinds none is accepted that has a slow text (seed ${seed})`, () => {
  const random = createRandom(seed);
  const all = Array.from({ length: 200 }, () => hostileExpression(random));
  const accepted = all.filter((pattern) => regexDanger(pattern) === undefined);
  expect(accepted.length).toBeGreaterThan(10);
  expect(accepted.length).toBeLessThan(150);
  expect(slowOf(accepted, random, 25)).toEqual([]);
});

test('every expression of the package is accepted, and no search finds a slow text', () => {
  const random = createRandom(seed);
  const all = builtInDefinitions().flatMap(expressionsOf);
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter((pattern) => regexDanger(pattern) !== undefined)).toEqual([]);
  expect(slowOf(all, random, 2)).toEqual([]);
});

/** Other threads of the process count too, so a slow text is slow each time, beside the reference of then. */
function isAlwaysSlow(pattern: string, text: string): boolean {
  return Array.from({ length: 8 }).every(() => {
    const milliseconds = timeOf(pattern, text, MOST_ACCEPTED);
    return milliseconds > MOST_ACCEPTED && milliseconds > MOST_REFERENCES * referenceTime();
  });
}

/** The expressions for which a search finds a slow text, with its beginning. */
function slowOf(patterns: readonly string[], random: Random, tries: number): readonly string[] {
  return patterns.flatMap((pattern) => {
    const { milliseconds, text } = findWorstInput(pattern, random, MOST_ACCEPTED, tries);
    return milliseconds > MOST_ACCEPTED && isAlwaysSlow(pattern, text)
      ? [`${pattern}  on ${JSON.stringify(text.slice(0, 40))}`]
      : [];
  });
}
