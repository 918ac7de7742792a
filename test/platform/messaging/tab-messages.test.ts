import { afterEach, expect, test, vi } from 'vitest';
import { browser } from '../../../src/platform/browser/browser';
import { isAlive } from '../../../src/platform/messaging/tab-messages';

const target = browser as unknown as Record<string, unknown>;
const before = { ...target };
afterEach(() => {
  vi.useRealTimers();
  Object.assign(target, { tabs: undefined }, before);
});

const answerWith = (sendMessage: () => Promise<unknown>) => Object.assign(target, { tabs: { sendMessage } });

test('a frame with a script is there, whether or not it answers properly', async () => {
  answerWith(async () => undefined);
  expect(await isAlive(1, { frameId: 2 })).toBe(true);
  answerWith(async () => {
    throw new Error('The message port closed before a response was received.');
  });
  expect(await isAlive(1, { frameId: 2 })).toBe(true);
});

test('a frame without a script is not there', async () => {
  answerWith(async () => {
    throw new Error('Could not establish connection. Receiving end does not exist.');
  });
  expect(await isAlive(1, { frameId: 2 })).toBe(false);
});

test('a frame that does not answer within a second, as with an open alert, is there', async () => {
  vi.useFakeTimers();
  answerWith(() => new Promise(() => undefined));
  const answered = vi.fn<(isAlive: boolean) => void>();
  void isAlive(1, { frameId: 2 }).then(answered);
  await vi.advanceTimersByTimeAsync(999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledWith(true);
});
