import { expect, test } from 'vitest';
import { coalesce } from '../../../src/content/page-monitor/page-monitor';

function start() {
  const handled: string[] = [];
  const life = new AbortController();
  let finish: (() => void) | undefined;
  let running = 0;
  let most = 0;
  const prepare = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => (finish = resolve));
    running -= 1;
  };
  const handle = async (request: string) => void handled.push(request);
  const request = coalesce(prepare, handle, (one) => one === 'tick', life.signal);
  /** Finishes what is being prepared, and lets what follows begin. */
  const next = async () => {
    finish?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { request, next, handled, life, most: () => most };
}

test('of the requests during a preparation the latest is kept, and one runs at a time', async () => {
  const { request, next, handled, most } = start();
  for (const one of ['start', 'play', 'seek']) request(one);
  await next();
  await next();
  await next();
  expect(handled).toEqual(['start', 'seek']);
  expect(most()).toBe(1);
});

test('a minor request does not replace a waiting one, but waits where there is none', async () => {
  const { request, next, handled } = start();
  for (const one of ['start', 'pause', 'tick']) request(one);
  await next();
  request('tick');
  await next();
  await next();
  expect(handled).toEqual(['start', 'pause', 'tick']);
});

test('nothing is handled or prepared after the end', async () => {
  const { request, next, handled, life } = start();
  request('start');
  request('play');
  life.abort();
  await next();
  request('pause');
  await next();
  expect(handled).toEqual([]);
});

test('a preparation that fails does not keep the next one from running', async () => {
  const handled: string[] = [];
  let failures = 1;
  const prepare = async () => {
    if (failures-- > 0) throw new Error('The page has replaced what is read.');
  };
  const handle = async (request: string) => void handled.push(request);
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  process.on('unhandledRejection', note);
  const request = coalesce(prepare, handle, () => false, new AbortController().signal);
  request('start');
  await new Promise((resolve) => setTimeout(resolve));
  request('play');
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', note);
  expect(handled).toEqual(['play']);
});
