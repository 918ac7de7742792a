import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { counterexamples } from './model-counterexamples';
import { assertAllRecorded, recordingProperty } from './recording-model';

test('every viewing past 90 % with evidence is recorded exactly once, whatever happens in between', () => {
  fc.assert(recordingProperty(), { numRuns: 150 });
}, 30_000);

test.each(Object.entries(counterexamples))('exactly once: %s', (_name, commands) => {
  expect(() => assertAllRecorded(commands)).not.toThrow();
});
