import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readStorage, signIn, storeOwnValues } from '../support/browser/drive-extension';
import { startFaultProxy, type Fault, type FaultProxy } from '../support/server/fault-proxy';
import { startStage, type Stage } from '../support/server/start-stage';
import { startTrackerProxy, type TrackerProxy } from '../support/server/tracker-proxy';
import { waitFor } from '../support/wait-for';
import { finishedDraft, openDraft, readDrafts, storeDrafts } from './workbench-drafts';

let stage: Stage;
/** Requests pass the fault proxy, then the tracker proxy, whose service applies `change` to them. */
let faultProxy: FaultProxy;
let trackerProxy: TrackerProxy;
let workbench: Page;
let change: (request: Request) => Promise<Request>;
const unchanged = async (request: Request) => request;
/** The description of the tracker is asked for before. */
const isSubmission = ({ url }: Request) => url.endsWith('/connectors/submit');

beforeAll(async () => {
  stage = await startStage({ signedIn: false });
  const { service } = stage;
  const app = Object.assign(Object.create(service.app) as typeof service.app, {
    fetch: async (request: Request, env?: object) =>
      service.app.fetch(isSubmission(request) ? await change(request) : request, env),
  });
  change = unchanged;
  trackerProxy = await startTrackerProxy({ ...service, app });
  faultProxy = await startFaultProxy({ port: Number(new URL(trackerProxy.baseUrl).port) });
  await signIn(stage.chromium, { ...service, baseUrl: `${faultProxy.url}/api/v1` });
  await storeDrafts(stage.chromium, finishedDraft);
  workbench = await openDraft(stage.chromium, finishedDraft.key, 'Share');
});
afterAll(async () => {
  await faultProxy.close();
  await trackerProxy.close();
  await stage.close();
});
beforeEach(async () => {
  change = unchanged;
  faultProxy.setFaults(() => undefined);
  faultProxy.setConnected(true);
  await setLog([]);
});

const setLog = (times: readonly number[], blockedUntil = 0) =>
  storeOwnValues(stage.chromium, { submissions: { times, blockedUntil } });
const submit = async (page = workbench) => page.getByRole('button', { name: 'Submit for review' }).click();
/** What was submitted can be submitted again in another page only. */
async function openAgain(): Promise<void> {
  await workbench.close();
  workbench = await openDraft(stage.chromium, finishedDraft.key, 'Share');
}
const sent = () => trackerProxy.seen.filter(({ path }) => path.endsWith('/connectors/submit')).length;
const failSubmissions = (fault: Fault) =>
  faultProxy.setFaults((path) => (path.endsWith('/connectors/submit') ? fault : undefined));
const draftIsAsBefore = async () =>
  expect((await readDrafts(stage.chromium))[finishedDraft.key]).toEqual(finishedDraft);

/** The request with an edited body, which the real service then answers. */
const withBody = (edit: (body: Record<string, unknown>) => object) => async (request: Request) => {
  const { 'content-length': _, ...headers } = Object.fromEntries(request.headers);
  return new Request(request.url, {
    method: request.method,
    headers,
    body: JSON.stringify(edit((await request.json()) as Record<string, unknown>)),
  });
};

describe('a submission that the tracker does not take', () => {
  test.each([
    ['domains', 'Hosts', (body: object) => ({ ...body, domains: [] })],
    ['name', 'Connector name', (body: object) => ({ ...body, name: 'n'.repeat(200) })],
  ])(
    'because of an error in `%s` names the field and shows its place in the JSON',
    async (field, words, edit) => {
      change = withBody(edit);
      await submit();
      const alert = workbench.getByRole('alert');
      await alert.getByText('The tracker found an error:').waitFor();
      expect(await alert.locator('strong').textContent()).toContain(words);
      expect(await alert.textContent()).toContain(`\`${field}\` must be`);
      expect(await alert.textContent()).toContain('Your draft wasn’t changed.');
      await draftIsAsBefore();
      await alert.getByRole('button', { name: 'Show in JSON' }).click();
      await expect
        .poll(() => workbench.evaluate(() => getSelection()?.toString()))
        .toBe(field === 'name' ? '"name"' : '"hosts"');
      await workbench.getByRole('tab', { name: 'Share' }).click();
    },
  );

  test('because of an error in the definition shows the path to it', async () => {
    change = withBody((body) => ({
      ...body,
      definition: {
        ...(body['definition'] as object),
        pages: [{ kind: 'watch', match: { path: '^/' }, item: { title: [{ text: 7 }] } }],
      },
    }));
    await submit();
    const alert = workbench.getByRole('alert');
    await alert.getByText('The tracker found an error:').waitFor();
    expect(await alert.locator('strong').textContent()).toMatch(/^Connector pages\[0\]\.item\.title\[0\]/);
    await draftIsAsBefore();
  });

  test('because the account may only read says so, and does not count', async () => {
    change = async (request) => {
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${await stage.service.createKey('pk')}`);
      return new Request(request, { headers });
    };
    await submit();
    await workbench.getByText('The tracker doesn’t allow this account to submit connectors.').waitFor();
    await workbench.getByText('5 submissions left this hour').waitFor();
    await draftIsAsBefore();
  });

  test('because of a lost network says so, does not count, and can be sent afterwards', async () => {
    faultProxy.setConnected(false);
    await submit();
    await workbench.getByText('Can’t reach the tracker. Check your connection.').waitFor();
    await workbench.getByText('5 submissions left this hour').waitFor();
    await draftIsAsBefore();
    faultProxy.setConnected(true);
    await submit();
    await workbench.getByText('Submitted for review').waitFor();
    await workbench.getByText('4 submissions left this hour').waitFor();
    await draftIsAsBefore();
    expect(await workbench.getByRole('button', { name: 'Submitted' }).isDisabled()).toBe(true);
    await openAgain();
  });

  test('because the answer is unreadable counts, since the tracker may have stored it', async () => {
    failSubmissions({ kind: 'garbage', html: true });
    await submit();
    await workbench.getByText('Matinee couldn’t read the tracker’s response.').waitFor();
    await workbench.getByText('4 submissions left this hour').waitFor();
    await draftIsAsBefore();
  });

  test.each([
    ['seconds', false],
    ['a date', true],
  ])('because of Retry-After as %s cannot be sent again until then', async (_, date) => {
    failSubmissions({ kind: 'busy', retryAfter: 7_200, date });
    const before = Date.now();
    await submit();
    await workbench.getByText(/^The tracker is limiting requests\. Try again after /).waitFor();
    const { blockedUntil, times } = (await readStorage(stage.chromium, 'local', 'submissions')) as {
      blockedUntil: number;
      times: number[];
    };
    expect(Math.abs(blockedUntil - before - 7_200_000)).toBeLessThan(20_000);
    expect(times).toEqual([]);
    expect(await workbench.getByRole('button', { name: 'Submit for review' }).isDisabled()).toBe(true);
    await draftIsAsBefore();
  });

  test('because the sign-in is refused keeps the draft, and is accepted after a new sign-in', async () => {
    const { keys, users } = stage.service.store;
    const owner = (await users.ensureOwner()).id;
    for (const { id } of await keys.list(owner)) await keys.revoke(owner, id);
    await submit();
    const alert = workbench.getByRole('alert');
    await alert.getByText('The tracker doesn’t accept your sign-in. Sign in again.').waitFor();
    await draftIsAsBefore();
    await alert.getByRole('link', { name: 'Sign in' }).click();
    await workbench.getByText('The tracker no longer accepts this sign-in. Sign in again.').waitFor();
    await signIn(stage.chromium, { ...stage.service, baseUrl: `${faultProxy.url}/api/v1` });
    await workbench.close();
    workbench = await openDraft(stage.chromium, finishedDraft.key, 'Share');
    await submit();
    await workbench.getByText('Submitted for review').waitFor();
    await draftIsAsBefore();
    await openAgain();
  });
});

describe('the limit of five submissions per hour', () => {
  test('refuses the sixth before it is sent, with the time when the first is an hour old', async () => {
    const now = Date.now();
    await setLog([50, 40, 30, 20].map((minutes) => now - minutes * 60_000));
    await workbench.getByText('1 submission left this hour').waitFor();
    await submit();
    const limited = () =>
      workbench.getByText(/^You’ve reached the limit of five submissions per hour\. Try again after /);
    await limited().waitFor();
    const free = await workbench.evaluate(
      (at) => new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(at),
      now + 10 * 60_000,
    );
    expect((await limited().textContent())?.replaceAll('\u202f', ' ')).toContain(
      free.replaceAll('\u202f', ' '),
    );
    expect(await workbench.getByRole('button', { name: 'Submitted' }).isDisabled()).toBe(true);
    await openAgain();
    await limited().waitFor();
    expect(await workbench.getByRole('button', { name: 'Submit for review' }).isDisabled()).toBe(true);
  });

  test('applies to two pages that submit at the same time', async () => {
    const second = await openDraft(stage.chromium, finishedDraft.key, 'Share');
    const now = Date.now();
    await setLog([50, 40, 30, 20].map((minutes) => now - minutes * 60_000));
    const pages = [workbench, second];
    for (const page of pages) await page.getByText('1 submission left this hour').waitFor();
    const before = sent();
    // Both clicks come before either page learns of the other's.
    await Promise.all(
      pages.map((page) =>
        page
          .getByRole('button', { name: 'Submit for review' })
          .evaluate((button) => (button as HTMLButtonElement).click()),
      ),
    );
    for (const page of pages)
      await page.getByText('You’ve reached the limit of five submissions per hour.').waitFor();
    // The place is taken before the request is sent.
    await waitFor('one of them to have submitted', async () => {
      const done = pages.map((page) => page.getByRole('button', { name: 'Submitted' }).count());
      return (await Promise.all(done)).reduce((sum, count) => sum + count) === 1;
    });
    expect(sent()).toBe(before + 1);
    await second.close();
  });
});
