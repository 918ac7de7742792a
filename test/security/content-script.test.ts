import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeError } from '../../src/background/context/handler-error';
import { healthStore } from '../../src/platform/storage/stores';
import { tabStore } from '../../src/background/state/tab-state';
import { routeMessages } from '../../src/platform/messaging/message-router';
import { withProof } from '../../src/protocol/definition/check-imported';
import type { Definition } from '../../src/protocol/definition/definition';
import { messages, type MessageName } from '../../src/protocol/messages/messages';
import { startWorker, type WorkerUnderTest } from '../background/support/worker-under-test';

const crunchyroll = 'https://www.crunchyroll.com/watch/G1/x';
const hulu = 'https://www.hulu.com/watch/11111111-2222-3333-4444-555555555555';
const tab = { id: 1, url: crunchyroll, incognito: false };
const attacker = { id: 'matinee', url: crunchyroll, frameId: 0, tab };
const id = '11111111-2222-3333-4444-555555555555';

// A content script under the attacker's control: every message that it can send, what that reaches at most, and
// the attacks on it. SECURITY.md has the same table.

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

const input = { name: 'entity', values: { id }, url: hulu };
const noFrame = { failed: '' };
/** Of the attacker's site inside of a page of the other, and the reverse. */
const inside = { ...attacker, frameId: 7, tab: { ...tab, url: hulu } };
const framed = { ...attacker, url: hulu, frameId: 7 };

type FrameMessage = {
  [Name in MessageName]: (typeof messages)[Name]['from'] extends 'frame' ? Name : never;
}[MessageName];

interface Row {
  /** What the message reaches at most. */
  readonly reach: string;
  readonly attacks: Readonly<Record<string, () => Promise<void>>>;
}

/** A message without a row is an error of the types. */
const table: Readonly<Record<FrameMessage, Row>> = {
  hello: {
    reach: 'the definition of the site that the browser states, and the state of its own tab',
    attacks: {
      'the definition of another site': async () => {
        const hello = (await send('hello', { url: hulu, run: 'r' })) as { value: { siteId: string } };
        expect(hello.value.siteId).toBe('crunchyroll');
      },
      'being the page from a frame inside of it': async () => {
        await send('hello', { url: crunchyroll, run: 'page' });
        expect(await send('hello', { url: hulu, run: 'r', top: true }, framed)).toMatchObject({
          error: { code: 'invalid-input' },
        });
        await send('hello', { url: hulu, run: 'r' }, framed);
        const { siteId, url } = await tabStore(1).get();
        expect([siteId, url]).toEqual(['crunchyroll', crunchyroll]);
      },
      'naming no address': async () => {
        const { url: _, ...nameless } = attacker;
        expect(await send('hello', { url: hulu, run: 'r' }, nameless)).toMatchObject({
          error: { code: 'forbidden-sender' },
        });
      },
    },
  },
  report: {
    reach: 'what its own tab plays, under the site that the browser states; texts of at most 500 characters',
    attacks: {
      'a title under another site': async () => {
        await send('hello', { url: hulu, run: 'r' });
        await send('report', forged());
        const view = await worker.view(1);
        expect([view.siteId, view.host]).toEqual(['crunchyroll', 'www.crunchyroll.com']);
      },
      'a title of the page from a frame inside of it': async () => {
        await send('hello', { url: crunchyroll, run: 'page' });
        expect(await send('report', { ...forged(), top: true }, framed)).toMatchObject({
          error: { code: 'invalid-input' },
        });
        await send('report', forged(), framed);
        expect((await tabStore(1).get()).reading).toBeUndefined();
      },
      'more than the fields of an item, or longer texts, for the tracker': async () => {
        await send('hello', { url: crunchyroll, run: 'r' });
        for (const more of [{ cookie: 'secret' }, { title: 'x'.repeat(501) }, { title: ['x'] }])
          expect(await send('report', forged({ type: 'movie', title: 'A', ...more }))).toMatchObject({
            error: { code: 'invalid-input' },
          });
        expect(worker.requests).toEqual([]);
      },
    },
  },
  endpoint: {
    reach: 'the declared requests of the site of its own page, to hosts that are granted',
    attacks: {
      'a request of another site': async () => {
        expect(await send('endpoint', input)).toEqual({ value: { failed: '' } });
        const unknown = { ...input, name: 'nothing' };
        expect(await send('endpoint', unknown, { ...attacker, url: hulu, tab })).toEqual({
          value: { failed: '' },
        });
        expect(fetched).toEqual([]);
        // The site itself is answered.
        const own = { ...attacker, url: hulu, tab: { ...tab, url: hulu } };
        expect(await send('endpoint', input, own)).toEqual({ value: { value: { secret: 'of the person' } } });
      },
      'a request from a frame': async () => {
        for (const frame of [inside, framed])
          expect(await send('endpoint', input, frame)).toEqual({ value: noFrame });
        expect(fetched).toEqual([]);
      },
    },
  },
  uncovered: {
    reach: 'one play more of the site that the browser states, by the shape of a path',
    attacks: {
      'a play of another site': async () => {
        await send('uncovered', { url: 'https://www.netflix.com/player/secret' });
        expect(Object.keys(await healthStore.get())).not.toContain('netflix');
      },
      'a play from a frame': async () => {
        await send('uncovered', { url: hulu }, framed);
        expect(await healthStore.get()).toEqual({});
      },
      'more than its address': async () => {
        expect(await send('uncovered', { url: crunchyroll, title: 'secret' })).toMatchObject({
          error: { code: 'invalid-input' },
        });
      },
    },
  },
  'page-world': {
    reach: 'the declared readers of the site of its own page, in its own frame',
    attacks: {
      'a reader of another site': async () => {
        expect(await send('page-world', { url: 'https://www.netflix.com/watch/1' })).toEqual({
          value: { failed: '' },
        });
      },
      'a reader of its own': async () => {
        expect(await send('page-world', { reader, url: crunchyroll })).toMatchObject({
          error: { code: 'invalid-input' },
        });
      },
      'a reader from a frame': async () => {
        for (const frame of [inside, framed])
          expect(await send('page-world', { url: hulu }, frame)).toEqual({ value: noFrame });
      },
    },
  },
  'reading-aid': {
    reach: 'our reading script, in its own frame',
    attacks: {
      'another frame, or another script': async () => {
        for (const more of [{ url: hulu }, { frameId: 0 }, { file: 'x.js' }])
          expect(await send('reading-aid', more)).toMatchObject({ error: { code: 'invalid-input' } });
        expect(await send('reading-aid', {})).toEqual({ value: null });
      },
    },
  },
  'workbench.endpoint': {
    reach: 'the declared requests of a draft that the person tries on this page',
    attacks: {
      'a draft of another page, and after the tab has left it': async () => {
        await tryDraft();
        const question = { ...input, name: 'one' };
        const answer = { value: { value: { secret: 'of the person' } } };
        expect(await send('workbench.endpoint', question, { ...attacker, url: hulu })).toEqual(answer);
        fetched.length = 0;
        for (const sender of [attacker, framed])
          expect(await send('workbench.endpoint', question, sender)).toEqual({ value: noFrame });
        expect(fetched).toEqual([]);
      },
    },
  },
  'workbench.page-world': {
    reach: 'the declared readers of a draft that the person tries on this page',
    attacks: {
      'a draft of another page, and after the tab has left it': async () => {
        await tryDraft();
        for (const sender of [attacker, framed])
          expect(await send('workbench.page-world', { url: hulu }, sender)).toEqual({
            value: noFrame,
          });
      },
    },
  },
};

const reader = {
  path: 'netflix.appContext.state.playerApp.getState().videoPlayer.playbackStateBySessionId[*].videoId',
};

function forged(item: object = { type: 'movie', title: 'Forged' }) {
  const reading = { item, identity: 'x', confidence: 1, degraded: false, missing: [] };
  return { run: 'r', seq: 0, cause: 'tick', url: hulu, visible: true, reading };
}

/** Puts a draft on trial on a page of Hulu. */
async function tryDraft(): Promise<void> {
  worker.memory.tabs.set(1, { id: 1, windowId: 1, url: hulu, incognito: false });
  const question = { kind: 'try' as const, definition: withProof(draft) };
  await worker.handlers['workbench.ask']({ tabId: 1, question }, { private: false }).catch(() => undefined);
}

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

const names = Object.keys(messages) as MessageName[];

describe.each(Object.entries(table))('%s', (_, { attacks }) => {
  test.each(Object.entries(attacks))('cannot be used for %s', async (_attack, run) => {
    await run();
  });
});

test('the table has every message of content scripts, and each has an attack', () => {
  const ofFrames = names.filter((name) => messages[name].from === 'frame');
  expect(Object.keys(table).toSorted()).toEqual(ofFrames.toSorted());
  for (const [name, { attacks }] of Object.entries(table))
    expect(Object.keys(attacks).length, name).toBeGreaterThan(0);
});

test('SECURITY.md has the same table', () => {
  const text = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `([\w.-]+)` \| (.+) \|$/gm)].map(([, name, reach]) => [name, reach]);
  expect(rows).toEqual(Object.entries(table).map(([name, { reach }]) => [name, reach]));
});

test.each(names.filter((name) => messages[name].from === 'page'))(
  '%s is refused to content scripts',
  async (name) => {
    for (const sender of [attacker, inside, framed])
      expect(await send(name, {}, sender)).toEqual({
        error: { code: 'forbidden-sender', message: 'Not from here.' },
      });
  },
);
