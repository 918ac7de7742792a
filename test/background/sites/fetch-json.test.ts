import { expect, test, vi } from 'vitest';
import { fetchJson } from '../../../src/background/sites/page-requests';
import type { AppContext } from '../../../src/background/context/context';

const request = {
  url: 'https://api.example.test/1',
  method: 'GET',
  headers: {},
  credentials: 'omit',
  sameOrigin: false,
} as const;
const ask = (response: () => Response) =>
  fetchJson({ fetch: () => Promise.resolve(response()) } as unknown as AppContext, request);

test('the JSON of a site is read', async () => {
  expect(await ask(() => Response.json({ title: 'Sintel' }))).toEqual({ title: 'Sintel' });
});

test.each([
  ['refusal', () => Response.json({}, { status: 403 })],
  ['page', () => new Response('<html>')],
  ['empty answer', () => new Response('')],
])('a %s is none', async (_, response) => {
  expect(await ask(response)).toBeUndefined();
});

test('an answer without an end is not read further than 2 MiB', async () => {
  let sent = 0;
  const chunk = new TextEncoder().encode(' '.repeat(100_000));
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
  expect(await ask(() => new Response(endless))).toBeUndefined();
  expect(sent).toBeLessThan(3_000_000);
});

test('a request that is never answered ends after 10 s', async () => {
  vi.useFakeTimers();
  // That of the engine does not use the timers of the test.
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), milliseconds);
    return controller.signal;
  });
  try {
    const fetch = (_: string, { signal }: { readonly signal: AbortSignal }) =>
      new Promise<Response>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const answered = vi.fn();
    void fetchJson({ fetch } as unknown as AppContext, request).then(answered);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(answered).toHaveBeenCalledWith(undefined);
  } finally {
    timeout.mockRestore();
    vi.useRealTimers();
  }
});
