import { afterAll, expect } from 'vitest';
import { beginTest, leftoversOf, settle } from './track-leftovers';

/*
 * The files of a worker share their globals, so what one leaves running disturbs those after it. Each file ends
 * what it has begun; one that does not fails, and what it left is named with the place that began it. Tests
 * with a browser share what they start, so it belongs to their file.
 */

const file = expect.getState().testPath ?? 'a file';
beginTest(file);
afterAll(async () => {
  await settle();
  const found = leftoversOf(file);
  if (found.length > 0) throw new Error(`The file leaves behind:\n${found.join('\n')}`);
});
