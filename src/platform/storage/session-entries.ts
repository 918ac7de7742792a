import { browser } from '../browser/browser';

/** All values in `storage.session` whose key has this prefix, by the rest of the key. */
export async function readSessionEntries(prefix: string): Promise<ReadonlyMap<string, unknown>> {
  const all: Record<string, unknown> = await browser.storage.session.get(null);
  return new Map(
    Object.entries(all).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    ),
  );
}

export async function removeSessionEntries(keys: readonly string[]): Promise<void> {
  await browser.storage.session.remove([...keys]);
}
