import { afterEach, expect, test, vi } from 'vitest';
import { browser } from '../../../src/platform/browser/browser';
import { send } from '../../../src/platform/messaging/send';

const target = browser as unknown as Record<string, unknown>;
const before = { ...target };
afterEach(() => void Object.assign(target, { runtime: undefined }, before));

/** The worker answers so, one after the other. */
function answers(...all: readonly (() => Promise<unknown>)[]) {
  const sendMessage = all.reduce(
    (mock, answer) => mock.mockImplementationOnce(answer),
    vi.fn<(message: unknown) => Promise<unknown>>(),
  );
  Object.assign(target, { runtime: { sendMessage } });
  return sendMessage;
}

const unheard = () =>
  Promise.reject(new Error('Could not establish connection. Receiving end does not exist.'));
const accepted = () => Promise.resolve({ value: null });

test('a message that nobody heard, since the event page was just ended, is sent once more', async () => {
  const sendMessage = answers(unheard, accepted);
  expect(await send('outbox.retry', { id: 'a' })).toBeNull();
  expect(sendMessage.mock.calls).toEqual([
    [{ name: 'outbox.retry', input: { id: 'a' } }],
    [{ name: 'outbox.retry', input: { id: 'a' } }],
  ]);
});

test('a message that nobody hears twice is an error', async () => {
  const sendMessage = answers(unheard, unheard);
  await expect(send('outbox.retry', {})).rejects.toMatchObject({ code: 'unreachable' });
  expect(sendMessage).toHaveBeenCalledTimes(2);
});

test('a message that was heard and not answered is not sent again', async () => {
  const closed = () => Promise.reject(new Error('The message port closed before a response was received.'));
  const sendMessage = answers(closed, accepted);
  await expect(send('outbox.retry', {})).rejects.toMatchObject({ code: 'unreachable' });
  expect(sendMessage).toHaveBeenCalledOnce();
});

test('a page that has lost its access to the extension, as after an update, gets an error', async () => {
  Object.assign(target, { runtime: undefined });
  await expect(send('outbox.retry', {})).rejects.toMatchObject({ code: 'unreachable' });
});

test('an error of the worker is not sent again', async () => {
  const refused = () => Promise.resolve({ error: { code: 'page-closed', message: 'The page is gone.' } });
  const sendMessage = answers(refused, accepted);
  await expect(send('outbox.retry', {})).rejects.toMatchObject({ code: 'page-closed' });
  expect(sendMessage).toHaveBeenCalledOnce();
});
