import { afterEach, describe, expect, test } from 'vitest';
import { REVOCATION_ALARM } from '../../../src/background/account/revocation';
import { createMutex } from '../../../src/background/context/context';
import { createDelivery } from '../../../src/background/jobs/delivery-job';
import { createHandlers } from '../../../src/background/message-handlers';
import {
  openPage,
  sintel,
  startWorker,
  type Fault,
  type WorkerUnderTest,
} from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const page = { private: false };
const refusal: Fault = () =>
  new Response(JSON.stringify({ error: 'UNAUTHORIZED', message: 'Token expired.' }), { status: 401 });

/** The token answer as the description of the API shows it: without the id that the service adds. */
const asDocumented: Fault = async (pass) => {
  const { account_id: _, ...answer } = (await (await pass()).json()) as Record<string, unknown>;
  return Response.json(answer);
};

/** Requests a code, which the owner approves; the token arrives with the next poll. */
async function approve(): Promise<void> {
  const view = await worker.handlers['account.sign-in']({}, page);
  if (view.state !== 'pending') throw new Error('no code');
  worker.wait(10);
  await worker.service.store.devices.decide(view.userCode, worker.service.owner.id, 'approved');
}

async function signInAgain(answer: Fault = asDocumented): Promise<void> {
  await approve();
  worker.faults.push(answer);
  expect(await worker.handlers['account.poll']({}, page)).toBe(true);
}

const key = (name: string) => worker.service.store.keys.create(worker.service.owner.id, 'sk', name);
const updates = () => worker.requests.filter(({ path }) => path.endsWith('/scrobble'));

/**
 * Plays a film to `until`; its token is refused with the first update after `refusedAt`, and the person signs in
 * again.
 */
async function playToNewSignIn(refusedAt: number, until: number) {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, refusedAt);
  worker.faults.push(refusal);
  await view.play(refusedAt, until);
  await signInAgain();
  return view;
}

test('the token is refused in mid-film, the same person signs in again, and the film is recorded', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, 300);
  worker.faults.push(refusal);
  await view.play(300, 430);
  expect((await worker.view(1)).status).toEqual({ kind: 'signed-out' });
  await signInAgain();
  await view.play(430, 850);
  expect((await worker.service.history()).map(({ progress }) => progress)).toEqual([820]);
  expect((await worker.view(1)).status).toEqual({ kind: 'watched' });
});

test('what an earlier sign-in left is counted and listed until the person decides, and then sent', async () => {
  await playToNewSignIn(790, 850);
  await worker.deliver();
  expect(await worker.service.history()).toEqual([]);
  expect(await worker.counts()).toMatchObject({ foreign: 1, waiting: 0 });
  expect(await worker.handlers['outbox.list']({}, page)).toMatchObject([{ state: 'foreign', watched: true }]);
  await worker.handlers['account.adopt-queue']({ send: true }, page);
  await worker.deliver();
  expect((await worker.service.history()).length).toBe(1);
  expect(await worker.counts()).toMatchObject({ foreign: 0 });
});

describe('the toolbar counts what waits of an earlier sign-in', () => {
  /** One run of the delivery, with what it publishes. */
  const deliver = () =>
    createDelivery({
      ready: Promise.resolve(worker.context),
      runExclusive: createMutex(),
      delivered: async () => undefined,
    })();

  /** What the person sees in a tab: its own badge hides the common one, also an empty one. */
  const badgeIn = (tabId: number) => {
    const { badges } = worker.memory;
    return badges.get(tabId) ?? badges.get('all');
  };

  test('in a tab where nothing is wrong, also after a restart of the browser, until they decide', async () => {
    worker = await startWorker();
    const view = await openPage(worker);
    await view.play(0, 790);
    worker.faults.push(refusal);
    await view.play(790, 850);
    await signInAgain();
    await deliver();
    const title = { item: { type: 'movie', title: 'Metropolis', year: 1927 }, duration: 9_180 } as const;
    const other = await openPage(worker, { tabId: 2 });
    await other.play(0, 60, title);
    expect((await worker.view(2)).status.kind).toBe('scrobbling');
    expect(badgeIn(2)).toBe('1');
    // A browser that starts again has no badge, while what is stored has not changed.
    worker.memory.badges.clear();
    worker.restart();
    await deliver();
    expect(badgeIn(2)).toBe('1');
    await worker.handlers['account.adopt-queue']({ send: true }, page);
    await deliver();
    expect(badgeIn(2)).toBe('');
  });

  test('also where nothing of it waited yet at the sign-in', async () => {
    worker = await startWorker();
    const view = await openPage(worker);
    const short = { item: { ...sintel, ids: { tmdb: 999_999_999 }, runtime: 60 }, duration: 60 };
    await view.play(0, 59, short, 3);
    await worker.handlers['account.sign-out']({ remove: false }, page);
    await worker.signIn('another person');
    await deliver();
    expect(badgeIn(2)).toBe('');
    // By the film that follows it is decided that the short title was no advertisement.
    await view.play(0, 6, { item: sintel, source: 'film' }, 3);
    await view.leave({ item: sintel, position: 6 });
    await deliver();
    expect(badgeIn(2)).toBe('1');
  });
});

test('a position of an earlier sign-in is not sent after a later one, also where the clock was set back', async () => {
  const view = await playToNewSignIn(300, 430);
  worker.wait(-93_600);
  await view.play(430, 600);
  await view.leave({ position: 600 });
  await worker.deliver();
  await worker.handlers['account.adopt-queue']({ send: true }, page);
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([600]);
});

test('nor after a later one of a site that names the title otherwise, of another sign-in', async () => {
  await playToNewSignIn(300, 430);
  const other = await openPage(worker, { tabId: 2 });
  const named = { item: { ...sintel, year: 2011, ids: { tmdb: 45_745 } } };
  await other.play(430, 600, named);
  await other.leave({ ...named, position: 600 });
  await worker.deliver();
  await signInAgain();
  await worker.handlers['account.adopt-queue']({ send: true }, page);
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([600]);
});

test('what was sent to another tracker holds back nothing', async () => {
  await playToNewSignIn(300, 430);
  const note = { candidates: [], expires: worker.context.now() + 30 * 86_400_000 };
  await worker.database.put('matches', { ...note, key: 'note|movie|45745||@https://other.example/api/v1#1' });
  await worker.handlers['account.adopt-queue']({ send: true }, page);
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([420]);
});

test('a position of an earlier sign-in is not sent after the same title was watched to its end', async () => {
  const view = await playToNewSignIn(300, 430);
  await view.play(430, 850);
  await worker.handlers['account.adopt-queue']({ send: true }, page);
  await worker.deliver();
  expect((await worker.service.progress()).map(({ watched }) => watched)).toEqual([true]);
  expect(await worker.counts()).toMatchObject({ foreign: 0, waiting: 0 });
});

test.each([
  ['the rest of the title', 830, 1],
  ['the title once more', 0, 2],
] as const)(
  'a title that an earlier sign-in has watched, of which since then was watched: %s',
  async (_what, from, viewings) => {
    worker = await startWorker();
    const view = await openPage(worker);
    worker.faults.push(refusal);
    await view.play(0, 830);
    await view.leave({ position: 830 });
    await signInAgain();
    const other = await openPage(worker, { tabId: 2 });
    await other.play(from, 899, {}, 5);
    await other.leave({ position: 899 });
    await worker.deliver();
    expect((await worker.service.history()).length).toBe(1);
    await worker.handlers['account.adopt-queue']({ send: true }, page);
    await worker.deliver();
    expect((await worker.service.history()).length).toBe(viewings);
    expect(await worker.counts()).toMatchObject({ foreign: 0, waiting: 0 });
  },
);

test('of two viewings that waited, the second is sent though the first was accepted before the new sign-in', async () => {
  worker = await startWorker();
  for (const tabId of [1, 2]) {
    const view = await openPage(worker, { tabId });
    for (let position = 0; position <= 840; position += 30) {
      await view.report({ position });
      if (tabId === 1 && position === 90) await worker.deliver();
      worker.wait(30);
    }
    await view.leave({ position: 850 });
  }
  // The end of the first viewing is sent.
  worker.faults.push((send) => send(), refusal);
  await worker.deliver();
  expect((await worker.service.history()).length).toBe(1);
  await signInAgain();
  await worker.handlers['account.adopt-queue']({ send: true }, page);
  await worker.deliver();
  expect((await worker.service.history()).length).toBe(2);
});

test('another person watches the rest of a film in the same tab: the crossing is theirs', async () => {
  worker = await startWorker({ signedIn: false });
  const [first, second] = [await key('first'), await key('second')];
  await worker.signIn('first', first);
  const view = await openPage(worker);
  await view.play(0, 700);
  await worker.signIn('second', second);
  // The first update of the second person is the crossing.
  await view.report({ position: 700, state: 'paused', cause: 'pause' });
  worker.wait(1);
  await view.report({ position: 700 });
  worker.wait(150);
  await view.report({ position: 850 });
  await worker.deliver();
  await worker.deliver();
  const sent = updates().map(({ authorization, body }) => ({
    second: authorization === `Bearer ${second}`,
    crossing: (body as { progress: number }).progress > 810,
  }));
  expect(sent.filter(({ second: isSecond }) => isSecond)).toEqual([
    { second: true, crossing: false },
    { second: true, crossing: true },
  ]);
  expect(sent.filter(({ second: isSecond, crossing }) => !isSecond && crossing)).toEqual([]);
});

test('a token that arrives during other work is stored after it', async () => {
  worker = await startWorker({ signedIn: false });
  const runExclusive = createMutex();
  const handlers = createHandlers({
    ready: Promise.resolve(worker.context),
    runExclusive,
    jobs: {
      deliverSoon: () => undefined,
      revokeSoon: () => undefined,
      refreshSites: async () => undefined,
      refreshViews: async () => undefined,
      pageChanged: () => undefined,
    },
  });
  await approve();
  let release = (): void => undefined;
  const work = runExclusive(async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return worker.database.get('account', 'current');
  });
  let isAnswered = (): void => undefined;
  const answered = new Promise<void>((resolve) => (isAnswered = resolve));
  worker.faults.push(async (pass) => {
    const response = await pass();
    // The poll goes on after its answer was read, which takes some turns of the event loop.
    setTimeout(isAnswered, 50);
    return response;
  });
  const poll = handlers['account.poll']({}, page);
  await answered;
  release();
  expect(await work).toBeUndefined();
  expect(await poll).toBe(true);
  expect(await worker.database.get('account', 'current')).toMatchObject({ kind: 'account' });
});

test('a page of a network that asks for a sign-in does not end the sign-in at the tracker', async () => {
  worker = await startWorker({ signedIn: false });
  await approve();
  worker.faults.push(() => new Response('<h1>Welcome</h1>', { status: 200 }));
  expect(await worker.handlers['account.poll']({}, page)).toBe(false);
  worker.wait(10);
  expect(await worker.handlers['account.poll']({}, page)).toBe(true);
});

test('a call that was not made for want of a token does not delete one', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.begin();
  worker.faults.push(async (pass) => {
    // The settings name another tracker while the title is matched.
    await worker.handlers['settings.set']({ baseUrl: 'https://elsewhere.example' }, page);
    return pass();
  });
  await worker.deliver();
  expect(await worker.database.get('account', 'current')).toMatchObject({ token: worker.service.sk });
});

test('an update of one person is not sent with the token of another who signs in meanwhile', async () => {
  worker = await startWorker({ signedIn: false });
  const [first, second] = [await key('first'), await key('second')];
  await worker.signIn('first', first);
  const view = await openPage(worker);
  await view.begin();
  // While the title is matched.
  worker.faults.push(async (pass) => {
    await worker.signIn('second', second);
    return pass();
  });
  await worker.deliver();
  expect(updates().map(({ authorization }) => authorization)).toEqual([`Bearer ${first}`]);
});

describe('a token that nobody will use any more is revoked', () => {
  const alive = async () =>
    (await worker.service.store.keys.list(worker.service.owner.id)).filter(({ kind }) => kind === 'mt')
      .length;

  test('that of the sign-in before a new one', async () => {
    worker = await startWorker({ signedIn: false });
    await signInAgain();
    await signInAgain();
    expect(await alive()).toBe(2);
    expect(worker.memory.alarms.has(REVOCATION_ALARM)).toBe(true);
    await worker.revoke();
    expect(await alive()).toBe(1);
    expect((await worker.handlers['tracker.dashboard']({}, page)) !== undefined).toBe(true);
    expect(worker.memory.alarms.has(REVOCATION_ALARM)).toBe(false);
  });

  test('that of a sign-in that was cancelled while the tracker answered', async () => {
    worker = await startWorker({ signedIn: false });
    await approve();
    worker.faults.push(async (pass) => {
      const answer = await pass();
      await worker.handlers['account.cancel']({}, page);
      return answer;
    });
    expect(await worker.handlers['account.poll']({}, page)).toBe(false);
    expect(await alive()).toBe(1);
    await worker.revoke();
    expect(await alive()).toBe(0);
  });
});

describe('what was watched while nobody was signed in', () => {
  /** One person signs out, and the film is watched to its end by somebody without an account. */
  async function watchWithoutAccount(): Promise<void> {
    await playToNewSignIn(300, 430);
    await worker.handlers['account.sign-out']({}, page);
    const other = await openPage(worker, { tabId: 2 });
    await other.play(0, 850);
    await other.leave({ position: 850 });
  }
  const owners = async () =>
    (await worker.handlers['outbox.list']({ limit: 50 }, page)).map(({ account }) => account === '');

  test('is sent by whoever signs in', async () => {
    await watchWithoutAccount();
    expect(await owners()).toContain(true);
    await signInAgain();
    await worker.deliver();
    expect((await worker.service.history()).length).toBe(1);
  });

  test('is gone where it was removed before, and what an earlier account left is still there', async () => {
    await watchWithoutAccount();
    const ofAccounts = (await owners()).filter((isNobodys) => !isNobodys).length;
    expect(ofAccounts).toBeGreaterThan(0);
    await worker.handlers['account.adopt-queue']({ send: false }, page);
    expect(await owners()).toEqual(Array.from({ length: ofAccounts }, () => false));
    await signInAgain();
    await worker.deliver();
    expect(await worker.service.history()).toEqual([]);
  });

  test('is sent to nobody before a sign-in', async () => {
    await watchWithoutAccount();
    await worker.handlers['account.adopt-queue']({ send: true }, page);
    expect(await owners()).toContain(true);
    expect(await worker.service.history()).toEqual([]);
  });
});
