import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStorage, sendMessage, signIn } from '../support/browser/drive-extension';
import { launchChromium } from '../support/browser/launch-chromium';
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

test('a database that cannot be opened is named in the popup, and nothing of it is lost', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'matinee-profile-'));
  try {
    const before = await launchChromium({ profile, locale: 'en-US' });
    await signIn(before, stage.service);
    const { extensionId } = before;
    await before.close();
    // The browser keeps all databases of an origin in one folder, and cannot open a file in its place.
    const folder = join(profile, `Default/IndexedDB/chrome-extension_${extensionId}_0.indexeddb.leveldb`);
    await rename(folder, `${folder}.kept`);
    await writeFile(folder, '');
    const broken = await launchChromium({ profile, locale: 'en-US' });
    const popup = await broken.openPopup();
    await popup.getByText('Matinee can’t open its data. Restart the browser.').waitFor();
    await broken.close();
    await rm(folder, { recursive: true });
    await rename(`${folder}.kept`, folder);
    const repaired = await launchChromium({ profile, locale: 'en-US' });
    const account = await readStorage(repaired, 'local', 'account');
    expect(account).toMatchObject({ state: 'signed-in' });
    await repaired.close();
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Is passed to the page as text. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.addEventListener('success', () => resolve());
    deleting.addEventListener('error', () => reject(new Error(String(deleting.error))));
  });
}
