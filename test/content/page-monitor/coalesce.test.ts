import { expect, test } from 'vitest';
import { coalesce } from '../../../src/content/page-monitor/coalesce';

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
