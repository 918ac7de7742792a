import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchOwnValue, databaseArea } from '../../../src/platform/storage/own-area';
import { beginTest, leftoversOf, settle } from './track-leftovers';

// Each test plays one that leaves something behind, is told of it, and ends it.

let ending: AbortController;
beforeEach(() => {
  ending = new AbortController();
  beginTest('another test');
});
afterEach(({ task }) => {
  ending.abort();
  vi.useRealTimers();
  beginTest(task.id);
});

const left = async () => {
  await settle();
  return leftoversOf('another test');
};
function line(text: string): readonly unknown[] {
  const told: unknown = expect.stringMatching(new RegExp(`^${text}.*track-leftovers.test.ts`));
  return [told];
}

test('a timer and an interval', async () => {
  const timer = setTimeout(() => undefined, 60_000);
  expect(await left()).toEqual(line('a timer of 60000 ms'));
  clearTimeout(timer);
  const interval = setInterval(() => undefined, 60_000);
  expect(await left()).toEqual(line('an interval of 60000 ms'));
  clearInterval(interval);
});

test('nothing where a timer has rung or was cleared', async () => {
  await new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
  clearTimeout(setTimeout(() => undefined, 60_000));
  clearInterval(setInterval(() => undefined, 60_000));
  expect(await left()).toEqual([]);
});

test('a server, and a request that it does not answer', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = fetch(`http://127.0.0.1:${port}/`, { signal: ending.signal }).catch(() => undefined);
  await once(server, 'connection');
  expect(await left()).toEqual([...line('a server'), ...line('a request to http://127.0.0.1')]);
  ending.abort();
  await asked;
  server.close();
});

test('nothing that a server of the test began for an answer, once it has ended', async () => {
  const server = createHttpServer((_, response) => {
    let parts = 0;
    const sending = setInterval(() => {
      response.write(' ');
      parts += 1;
      if (parts === 5) clearInterval(sending);
    }, 20);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = fetch(`http://127.0.0.1:${port}/`, { signal: ending.signal }).catch(() => undefined);
  await once(server, 'request');
  ending.abort();
  await asked;
  expect(await left()).toEqual(line('a server'));
  server.closeAllConnections();
  server.close();
});

test('a program', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  expect(await left()).toEqual(line('the program'));
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test('listeners of the process and of stored values', async () => {
  const listener = () => undefined;
  process.on('SIGUSR2', listener);
  expect(await left()).toEqual(line('a listener of the process for SIGUSR2'));
  process.off('SIGUSR2', listener);
  process.once('SIGUSR2', listener);
  process.off('SIGUSR2', listener);
  expect(await left()).toEqual([]);
  watchOwnValue('settings', listener, ending.signal);
  expect(await left()).toEqual(['1 listeners for stored values']);
});

test('a listener of the process for two events, until each is removed', async () => {
  const listener = () => undefined;
  process.on('SIGUSR2', listener);
  process.prependListener('SIGWINCH', listener);
  process.off('SIGUSR2', listener);
  expect(await left()).toEqual(line('a listener of the process for SIGWINCH'));
  process.on('SIGUSR2', listener);
  process.removeAllListeners('SIGUSR2');
  process.removeListener('SIGWINCH', listener);
  expect(await left()).toEqual([]);
  expect(process.listeners('SIGWINCH')).not.toContain(listener);
});

test('a server that a package starts for the test', async () => {
  const server = serve({ fetch: () => new Response(), port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  expect(await left()).toEqual(line('a server'));
  server.close();
  await once(server, 'close');
});

test('nothing of a server whose port is taken', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  beginTest('refused');
  const second = createServer().listen((first.address() as AddressInfo).port, '127.0.0.1');
  await once(second, 'error');
  expect(leftoversOf('refused')).toEqual([]);
  first.close();
});

test('a promise that goes on with stored values', async () => {
  const stored = vi.spyOn(databaseArea, 'get').mockResolvedValue({});
  void (async () => {
    await Promise.resolve();
    await databaseArea.get('settings');
  })();
  expect(await left()).toEqual(line('work that uses stored values'));
  stored.mockRestore();
});

test('fake timers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(await left()).toEqual(['fake timers']);
});
