import { afterAll, beforeAll, expect, test } from 'vitest';
import { withCdp } from '../support/browser/cdp';
import { readStorage, sendMessage, signIn } from '../support/browser/drive-extension';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ locale: 'en-US' });
});
afterAll(() => stage.close());

const trouble = () => readStorage(stage.chromium, 'session', 'storage-trouble');
const isUsable = async () => {
  await sendMessage(stage.chromium, 'outbox.list', {}).catch(() => undefined);
  return sendMessage(stage.chromium, 'outbox.list', {}).then(
    () => true,
    () => false,
  );
};

test('a database that is deleted under the worker is created anew, and the popup says what is lost', async () => {
  const { chromium, service } = stage;
  expect(await trouble()).toBeUndefined();
  await chromium.evaluate(deleteDatabase, 'matinee');
  await waitFor('a new database', isUsable);
  await waitFor('the report', async () => (await trouble()) === 'storage-removed');
  expect(await readStorage(chromium, 'local', 'account')).toMatchObject({ state: 'signed-out' });
  const popup = await chromium.openPopup();
  await popup.getByText('data was removed from this browser').waitFor();
  await signIn(chromium, service);
  await popup.getByText('data was removed from this browser').waitFor({ state: 'detached' });
  await popup.close();
});

test('a database that was deleted while no worker ran is missed', async () => {
  const { chromium, service } = stage;
  await chromium.stopWorker();
  await chromium.evaluate(deleteDatabase, 'matinee');
  await waitFor('a new database', isUsable);
  await waitFor('the report', async () => (await trouble()) === 'storage-removed');
  await signIn(chromium, service);
});

test('a disk without space is reported, and the update is kept until it can be written', async () => {
  const { chromium } = stage;
  const origin = `chrome-extension://${chromium.extensionId}`;
  await withCdp(chromium.context, (cdp) =>
    cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 }),
  );
  await chromium.evaluate(fillDatabase, undefined).then(
    () => expect.unreachable('the browser has let it write'),
    (error: unknown) => expect(String(error)).toContain('Quota'),
  );
});

/** Is passed to the page as text. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.addEventListener('success', () => resolve());
    deleting.addEventListener('error', () => reject(new Error(String(deleting.error))));
  });
}

/** Is passed to the page as text. */
function fillDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('matinee');
    opening.addEventListener('success', () => {
      const change = opening.result.transaction('log', 'readwrite');
      const adding = change.objectStore('log').add({ text: 'x'.repeat(1_000_000) });
      adding.addEventListener('error', () => reject(new Error(String(adding.error))));
      change.addEventListener('abort', () => reject(new Error(String(change.error))));
      change.addEventListener('complete', () => resolve());
    });
  });
}
