import { beforeEach } from 'vitest';
import { beginTest, leftoversOf, settle } from './track-leftovers';

/*
 * Beside `file-leftovers.ts`, for tests without a browser: each test ends what it has begun. Tests that run
 * beside each other cannot be told apart: what they begin belongs to their file.
 */

beforeEach(({ task, onTestFinished }) => {
  if (task.concurrent === true) return;
  beginTest(task.id);
  // The first that is asked for runs last, after every `afterEach`.
  onTestFinished(async () => {
    await settle();
    const found = leftoversOf(task.id);
    beginTest(task.file.filepath);
    if (found.length > 0) throw new Error(`The test leaves behind:\n${found.join('\n')}`);
  });
});
