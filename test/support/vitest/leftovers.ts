import { afterAll, beforeEach } from 'vitest';
import { beginTest, leftoversOf, settle } from './track-leftovers';

/*
 * The files of a worker share their globals, so what one leaves running disturbs those after it. Each test ends
 * what it has begun, and each file what it has begun outside of its tests; who does not is named. Tests that
 * run beside each other cannot be told apart: what they begin belongs to their file.
 */

beginTest(undefined);
beforeEach(({ task, onTestFinished }) => {
  if (task.concurrent === true) return;
  beginTest(task.id);
  // The first that is asked for runs last, after every `afterEach`.
  onTestFinished(async () => {
    await settle();
    const found = leftoversOf(task.id);
    beginTest(undefined);
    if (found.length > 0) throw new Error(`The test leaves behind:\n${found.join('\n')}`);
  });
});
afterAll(async () => {
  await settle();
  const found = leftoversOf(undefined);
  if (found.length > 0) throw new Error(`The file leaves behind:\n${found.join('\n')}`);
});
