import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTracker, type Tracker } from '../../src/tracker/client';
import * as device from '../../src/tracker/device';
import { TrackerError } from '../../src/tracker/tracker-error';
import { readDashboard } from '../../src/protocol/tracker/read-dashboard';
import { readListItems } from '../../src/protocol/tracker/read-list-items';
import { startFaultServer, type FaultServer } from '../tracker/fault-server';

// The tracker itself, over a real socket: each operation of the client with each kind of hostile answer.

let tracker: FaultServer;
let third: FaultServer;
beforeAll(async () => {
  tracker = await startFaultServer();
  third = await startFaultServer();
  third.answer = (_, response) => response.end('{"success":true,"data":{}}');
});
afterEach(async () => {
  await tracker.idle();
  expect(third.requests).toHaveLength(0);
  tracker.requests.length = 0;
});
afterAll(() => Promise.all([tracker.close(), third.close()]));

const token = 'mt_secret';
const options = () => ({ baseUrl: tracker.baseUrl, fetch, now: Date.now, timeoutMs: 400 });
const client = () =>
  createTracker({
    ...options(),
    token: () => Promise.resolve(token),
    offers: () => Promise.resolve(new Set(['POST /matinee/resolve'])),
  });
const definition = { version: 1 };

type Calls = Readonly<Record<string, () => Promise<unknown>>>;

/** The calls of each operation of the client. An operation without one is an error of the types. */
const ofClient: Readonly<Record<keyof Tracker, Calls>> = {
  scrobble: { scrobble: () => client().scrobble({ type: 'movie', progress: 1, duration: 2, tmdbId: 3 }) },
  resolve: { resolve: () => client().resolve({ type: 'movie', title: 'Sintel' }) },
  dashboard: { dashboard: () => client().dashboard() },
  getWidget: { widget: () => client().getWidget(`${tracker.baseUrl}/dashboard/up-next`) },
  channel: { channel: () => client().channel('../../account') },
  person: { person: () => client().person() },
  page: { channels: () => client().page('/channels', 2) },
  status: { status: () => client().status({ type: 'movie', tmdbId: 3 }) },
  mark: { mark: () => client().mark({ type: 'movie', tmdbId: 3 }, { kind: 'watchlist', on: true }) },
  list: { connectors: () => client().list('/matinee/connectors') },
  submitConnector: {
    submit: () => client().submitConnector({ name: 'x', domains: ['a.test'], definition }),
  },
  call: {
    'change of the history': () => client().call('PUT', '/matinee/history/a', { type: 'movie' }),
    rating: () => client().call('PUT', '/matinee/ratings', { rating: 5 }),
    'ratings that were given': () => client().call('GET', '/matinee/ratings?type=movie&tmdbId=3'),
    removal: () => client().call('DELETE', '/matinee/history/a'),
  },
};

/** And of each function of the sign-in. */
const ofDevice: Readonly<Record<keyof typeof device, Calls>> = {
  requestDeviceCode: { 'device code': () => device.requestDeviceCode('Matinee', options()) },
  pollDeviceToken: { 'device token': () => device.pollDeviceToken('code', options()) },
  revokeToken: { revoke: () => device.revokeToken(token, options()) },
};

const operations: Calls = Object.fromEntries(
  [...Object.values(ofClient), ...Object.values(ofDevice)].flatMap((calls) => Object.entries(calls)),
);

test('every operation that the client has is tried', () => {
  expect(Object.keys(ofClient).toSorted()).toEqual(Object.keys(client()).toSorted());
  expect(Object.keys(ofDevice).toSorted()).toEqual(Object.keys(device).toSorted());
});

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Answers that are trouble for every operation, with the codes that may name it. */
const troubles: Readonly<Record<string, Answer>> = {
  'no answer': () => undefined,
  'a body that never ends': (response) => {
    response.write('{"success":true,');
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  // Without a declared length, and valid JSON otherwise.
  '20 MB': (response) => {
    response.write('{"success":true,"data":{"items":[]}}');
    response.end(Buffer.alloc(20_000_000, 0x20));
  },
  'a declared terabyte': (response) => {
    response.writeHead(200, { 'content-length': '1000000000000' });
    response.write('{');
  },
  'a page instead of JSON': (response) => response.end('<html><script>alert(1)</script>'),
  'half of JSON': (response) => response.end('{"success":true,"data":{'),
  'a broken connection': (response) => response.destroy(),
  'a redirect elsewhere': (response) => response.writeHead(302, { location: third.url }).end(),
  'a redirect that keeps the method': (response) => response.writeHead(307, { location: third.url }).end(),
  'a refresh elsewhere': (response) =>
    response.writeHead(503, { refresh: `0;url=${third.url}`, link: `<${third.url}>; rel=preload` }).end(),
  '99,999 levels': (response) => response.end('['.repeat(99_999)),
  'an error of markup': (response) =>
    response
      .writeHead(500)
      .end(JSON.stringify({ error: '<img src=x>', message: `<script>${'x'.repeat(100_000)}\u202e\u0000` })),
};

describe.each(Object.entries(troubles))('%s', (_, answer) => {
  test.each(Object.entries(operations))('to %s is an error of few words, soon', async (_name, run) => {
    tracker.answer = (request, response) => answer(response, request);
    const error = await run().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(TrackerError);
    const { message } = error as TrackerError;
    expect(message.length).toBeLessThanOrEqual(300);
    expect(message).not.toMatch(/\p{Cc}/u);
  });
});

test('no request carries the token anywhere but in its header, nor a cookie or a referrer', async () => {
  tracker.answer = (_, response) => response.writeHead(200, { 'set-cookie': 'a=b' }).end('{}');
  for (const run of Object.values(operations)) await run().catch(() => undefined);
  expect(tracker.requests).toHaveLength(Object.keys(operations).length);
  for (const { url = '', headers } of tracker.requests) {
    expect(url).not.toContain(token);
    expect(url).toMatch(/^\/api\/v1\//);
    expect(headers['cookie']).toBeUndefined();
    expect(headers['referer']).toBeUndefined();
    expect([undefined, `Bearer ${token}`]).toContain(headers['authorization']);
  }
});

test.each([
  'https://elsewhere.example/list',
  '//elsewhere.example/list',
  'http://127.0.0.1:1/list',
  'javascript:alert(1)',
  'data:application/json,{}',
  'file:///etc/passwd',
  'blob:http://127.0.0.1/1',
  'http://user:secret@127.0.0.1/',
  '\\\\elsewhere.example\\list',
])('a list at %s is not requested', async (address) => {
  await expect(client().getWidget(address)).rejects.toMatchObject({ code: 'malformed' });
  expect(tracker.requests).toHaveLength(0);
});

const wrong = [null, 7, 'text', [], {}, { a: { b: [null] } }, [[['x']]], true, 1e300, ''];

test('values of every wrong type are left out, and nothing throws', () => {
  for (const one of wrong)
    for (const two of wrong) {
      const dashboard = readDashboard({ success: true, data: { widgets: [one, { id: two, apiUrl: one }] } });
      expect(dashboard === undefined || Array.isArray(dashboard.widgets)).toBe(true);
      const items = readListItems({ items: [one, { title: two, posterUrl: one, url: two, progress: one }] });
      for (const item of items ?? []) {
        expect(typeof item.title).toBe('string');
        expect(['string', 'undefined']).toContain(typeof item.posterUrl);
        expect(['number', 'undefined']).toContain(typeof item.progress);
      }
    }
});
