import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** Is passed to the page as text. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.addEventListener('success', () => resolve());
    deleting.addEventListener('error', () => reject(new Error(String(deleting.error))));
  });
}
