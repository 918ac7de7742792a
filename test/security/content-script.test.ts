import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeError } from '../../src/background/context/handler-error';
import { tabStore } from '../../src/background/state/tab-state';
import { routeMessages } from '../../src/platform/messaging/message-router';
import { withProof } from '../../src/protocol/definition/check-imported';
import type { Definition } from '../../src/protocol/definition/definition';
import { messages, type MessageName } from '../../src/protocol/messages/messages';
import { startWorker, type WorkerUnderTest } from '../background/support/worker-under-test';

/** What each message that a content script can send reaches at most, when an attacker runs that script. */
const reach: Readonly<Partial<Record<MessageName, string>>> = {
  hello: 'the definition of the site that the browser states, and the state of its own tab',
  report: 'what its own tab plays, under the site that the browser states',
  endpoint: 'the declared requests of the site of its own page, to hosts that are granted',
  'page-world': 'the declared readers of the site of its own page, in its own frame',
  'reading-aid': 'our reading script, in its own frame',
  'workbench.endpoint': 'the declared requests of a draft that the person tries on this page',
  'workbench.page-world': 'the declared readers of a draft that the person tries on this page',
};

const crunchyroll = 'https://www.crunchyroll.com/watch/G1/x';
const hulu = 'https://www.hulu.com/watch/11111111-2222-3333-4444-555555555555';
const tab = { id: 1, url: crunchyroll, incognito: false };
const attacker = { id: 'matinee', url: crunchyroll, frameId: 0, tab };
const id = '11111111-2222-3333-4444-555555555555';

let worker: WorkerUnderTest;
let fetched: string[];
beforeEach(async () => {
  worker = await startWorker();
  fetched = [];
  const context = {
    fetch: async (input: RequestInfo | URL) => {
      fetched.push(String(input instanceof Request ? input.url : input));
      return Response.json({ secret: 'of the person' });
    },
  };
  Object.assign(worker.context, context);
  worker.memory.tabs.set(1, { windowId: 1, ...tab });
  routeMessages(worker.handlers, describeError);
});
afterEach(() => worker.close());

const send = (name: string, input: unknown, sender: object = attacker): Promise<unknown> =>
  new Promise((respond) => worker.memory.message.emit({ name, input }, sender, respond));

test('the messages of content scripts are these; every other one is refused to them', async () => {
  const names = Object.keys(messages) as MessageName[];
  expect(names.filter((name) => messages[name].from === 'frame').toSorted()).toEqual(
    Object.keys(reach).toSorted(),
  );
  for (const name of names.filter((one) => messages[one].from === 'page'))
    expect(await send(name, {}), name).toEqual({
      error: { code: 'forbidden-sender', message: 'This context may not send that.' },
    });
});

test('endpoint: no request of another site, whatever the message says', async () => {
  const input = { name: 'entity', values: { id }, url: hulu };
  expect(await send('endpoint', input)).toEqual({ value: { failed: 'no-access' } });
  expect(await send('endpoint', { ...input, name: 'nothing' }, { ...attacker, url: hulu, tab })).toEqual({
    value: { failed: 'no-access' },
  });
  expect(fetched).toEqual([]);
  // The site itself is answered.
  const own = { ...attacker, url: hulu, tab: { ...tab, url: hulu } };
  expect(await send('endpoint', input, own)).toEqual({ value: { value: { secret: 'of the person' } } });
});

test('endpoint: none for a frame of another site inside of the page', async () => {
  const input = { name: 'entity', values: { id }, url: hulu };
  const frame = { ...attacker, frameId: 7, tab: { ...tab, url: hulu } };
  expect(await send('endpoint', input, frame)).toEqual({ value: { failed: 'no-definition' } });
  // Nor for a frame of the site inside of another page.
  const framed = { ...attacker, url: hulu, frameId: 7 };
  expect(await send('endpoint', input, framed)).toEqual({ value: { failed: 'no-definition' } });
  expect(fetched).toEqual([]);
});

test('hello and report: the tab is the attacker’s own site', async () => {
  const hello = (await send('hello', { url: hulu, run: 'r' })) as { value: { siteId: string } };
  expect(hello.value.siteId).toBe('crunchyroll');
  await send('report', {
    run: 'r',
    seq: 0,
    cause: 'tick',
    url: hulu,
    visible: true,
    reading: {
      item: { type: 'movie', title: 'Forged' },
      identity: 'x',
      confidence: 1,
      degraded: false,
      missing: [],
    },
  });
  const view = await worker.view(1);
  expect([view.siteId, view.host]).toEqual(['crunchyroll', 'www.crunchyroll.com']);
});

test('hello and report: a frame inside of a page is not the page, whatever the message says', async () => {
  await send('hello', { url: crunchyroll, run: 'page' });
  const inside = { ...attacker, url: hulu, frameId: 7 };
  expect(await send('hello', { url: hulu, run: 'r', top: true }, inside)).toMatchObject({
    error: { code: 'invalid-input' },
  });
  await send('hello', { url: hulu, run: 'r' }, inside);
  const report = { run: 'r', seq: 0, cause: 'tick', url: hulu, visible: true };
  const item = { type: 'movie', title: 'Forged' };
  const reading = { item, identity: 'x', confidence: 1, degraded: false, missing: [] };
  expect(await send('report', { ...report, top: true }, inside)).toMatchObject({
    error: { code: 'invalid-input' },
  });
  await send('report', { ...report, reading }, inside);
  const { siteId, url, reading: read } = await tabStore(1).get();
  expect([siteId, url, read]).toEqual(['crunchyroll', crunchyroll, undefined]);
});

test('page-world: no reader of another site', async () => {
  const reader = {
    path: 'netflix.appContext.state.playerApp.getState().videoPlayer.playbackStateBySessionId[*].videoId',
  };
  expect(await send('page-world', { reader, url: 'https://www.netflix.com/watch/1' })).toEqual({
    value: { failed: 'unknown-reader' },
  });
});

test('reading-aid: only the frame that asks, and nothing to choose', async () => {
  expect(await send('reading-aid', { url: hulu })).toMatchObject({ error: { code: 'invalid-input' } });
  expect(await send('reading-aid', {})).toEqual({ value: null });
});

const draft: Definition = {
  version: 1,
  id: 'draft',
  name: 'Draft',
  hosts: ['www.hulu.com'],
  apiHosts: ['discover.hulu.com'],
  pages: [{ kind: 'watch', match: { path: '^/watch/(?<id>.+)' }, item: { title: [{ text: 'h1' }] } }],
  endpoints: { one: { urls: ['https://discover.hulu.com/{id}'] } },
  verified: { date: null, how: 'never' },
};

test('workbench.*: the draft of the page on which it is tried, and no more after the tab has left it', async () => {
  worker.memory.tabs.set(1, { id: 1, windowId: 1, url: hulu, incognito: false });
  await worker.handlers['workbench.ask'](
    { tabId: 1, question: { kind: 'try', definition: withProof(draft) } },
    { private: false },
  ).catch(() => undefined);
  const input = { name: 'one', values: { id }, url: hulu };
  const top = { ...attacker, url: hulu };
  expect(await send('workbench.endpoint', input, top)).toEqual({
    value: { value: { secret: 'of the person' } },
  });
  fetched.length = 0;
  for (const sender of [attacker, { ...top, frameId: 7 }]) {
    expect(await send('workbench.endpoint', input, sender)).toEqual({ value: { failed: 'no-definition' } });
    expect(await send('workbench.page-world', { reader: { path: 'x' }, url: hulu }, sender)).toEqual({
      value: { failed: 'no-definition' },
    });
  }
  expect(fetched).toEqual([]);
});

test('a sender of which the browser states no address is refused', async () => {
  const { url: _, ...nameless } = attacker;
  expect(await send('hello', { url: hulu, run: 'r' }, nameless)).toMatchObject({
    error: { code: 'forbidden-sender' },
  });
});
