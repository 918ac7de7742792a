import type { AccountView } from '../../../src/core/settings/account-view';
import type { TabView } from '../../../src/core/status/status';
import type {
  Answer,
  MessageInput,
  MessageName,
  MessageOutput,
} from '../../../src/protocol/messages/messages';
import type { RunningService } from '../../../src/service/start-service';
import { waitFor } from '../wait-for';

/** A browser that launch-chromium or launch-firefox started. */
export interface ExtensionBrowser {
  readonly evaluate: <Result, Argument>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => Promise<Result>;
}

/** Sends a message as a page of the extension does. Returns the answer; throws when it is an error. */
export async function sendMessage<Name extends MessageName>(
  browser: ExtensionBrowser,
  name: Name,
  input: MessageInput<Name>,
): Promise<MessageOutput<Name>> {
  const answer = await browser.evaluate(
    (message) => chrome.runtime.sendMessage(message) as Promise<Answer<unknown> | undefined>,
    { name, input },
  );
  if (answer === undefined) throw new Error(`${name}: the worker did not answer`);
  if ('error' in answer) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`);
  return answer.value as MessageOutput<Name>;
}

/** One stored value of the extension, or undefined. */
export async function readStorage(
  browser: ExtensionBrowser,
  area: 'local' | 'session',
  key: string,
): Promise<unknown> {
  if (area === 'local') return (await readOwnValues(browser))[key];
  return browser.evaluate(async (name) => (await chrome.storage.session.get(name))[name], key);
}

/** All values of the extension's own database. */
export function readOwnValues(browser: ExtensionBrowser): Promise<Record<string, unknown>> {
  return browser.evaluate(async () => {
    const opening = indexedDB.open('matinee-values', 1);
    opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore('values'));
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', () => reject(new Error(String(opening.error))));
    });
    const reading = opening.result.transaction('values');
    const keys = reading.objectStore('values').getAllKeys();
    const values = reading.objectStore('values').getAll();
    await new Promise((resolve) => {
      reading.addEventListener('complete', resolve);
    });
    opening.result.close();
    const found = values.result as readonly unknown[];
    return Object.fromEntries(keys.result.map((key, index) => [key as string, found[index]]));
  }, undefined);
}

/** Stores values as the extension does, and tells its pages; `anew` removes all others. */
export function storeOwnValues(
  browser: ExtensionBrowser,
  values: Readonly<Record<string, unknown>>,
  { anew = false }: { readonly anew?: boolean } = {},
): Promise<void> {
  return browser.evaluate(
    ([stored, isAnew]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('matinee-values', 1);
        opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore('values'));
        opening.addEventListener('error', () => reject(new Error(String(opening.error))));
        opening.addEventListener('success', () => {
          const change = opening.result.transaction('values', 'readwrite');
          if (isAnew) change.objectStore('values').clear();
          for (const [key, value] of Object.entries(stored)) change.objectStore('values').put(value, key);
          change.addEventListener('complete', () => {
            opening.result.close();
            const channel = new BroadcastChannel('matinee-values');
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
            channel.postMessage(Object.keys(stored));
            channel.close();
            resolve();
          });
        });
      }),
    [values, anew] as const,
  );
}

/** Everything that the extension has stored in databases, as text. */
export function storedText(browser: ExtensionBrowser): Promise<string> {
  return browser.evaluate(async () => {
    const result = async <T>(request: IDBRequest<T>) => {
      await new Promise((resolve) => {
        request.addEventListener('success', resolve);
      });
      return request.result;
    };
    const found: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(await result(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(found);
  }, undefined);
}

/** The views of all tabs, last changed first. */
export async function tabViews(browser: ExtensionBrowser): Promise<TabView[]> {
  const stored = await browser.evaluate(() => chrome.storage.session.get(null), undefined);
  const views = Object.entries(stored).filter(([key, value]) => key.startsWith('view:') && value !== null);
  return views.map(([, value]) => value as TabView).toSorted((a, b) => b.updatedAt - a.updatedAt);
}

/**
 * Signs in by the device flow: the extension requests a code, the owner approves it, or the person `userId`, and
 * the extension polls for the token. With `deviceIntervalSeconds: 1` of the service it takes a second.
 */
export async function signIn(
  browser: ExtensionBrowser,
  service: Pick<RunningService, 'baseUrl' | 'decideDevice'> & { readonly store?: RunningService['store'] },
  userId?: string,
): Promise<void> {
  await sendMessage(browser, 'settings.set', { baseUrl: service.baseUrl });
  await sendMessage(browser, 'account.sign-in', {});
  const account = async () => (await readStorage(browser, 'local', 'account')) as AccountView | undefined;
  const pending = await waitFor('a code to approve', async () => {
    const view = await account();
    if (view?.state === 'signed-out' && view.why !== undefined)
      throw new Error(`${view.why}: ${view.message ?? ''}`);
    return view?.state === 'pending' && view;
  });
  const isApproved =
    userId === undefined
      ? await service.decideDevice(pending.userCode, 'approved')
      : await service.store?.devices.decide(pending.userCode, userId, 'approved');
  if (!isApproved) throw new Error(`the service does not know the code ${pending.userCode}`);
  await waitFor('the sign-in', async () => (await account())?.state === 'signed-in');
}

declare const chrome: {
  readonly runtime: { readonly sendMessage: (message: unknown) => Promise<unknown> };
  readonly storage: {
    readonly session: { readonly get: (key: string | null) => Promise<Record<string, unknown>> };
  };
};
