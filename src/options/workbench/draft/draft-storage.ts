import type { DraftRecord } from '../../../core/workbench/draft-record';
import { sendQuietly } from '../../../platform/messaging/send-quietly';
import { draftsStore } from '../../../platform/storage/workbench-stores';

type Drafts = Readonly<Record<string, DraftRecord>>;

/**
 * Changes of the stored drafts run one after the other, because each reads the result of the previous one.
 */
let lastChange: Promise<unknown> = Promise.resolve();

/** All drafts as this page last read them. */
let known: Drafts = {};

export function saveDraft(draft: DraftRecord): Promise<void> {
  return changeDrafts((drafts) => ({ ...drafts, [draft.key]: draft }));
}

export function removeDraft(key: string): Promise<void> {
  return changeDrafts((drafts) =>
    Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key)),
  );
}

export async function findDraft(key: string): Promise<DraftRecord | undefined> {
  await lastChange;
  known = await draftsStore.get();
  return known[key];
}

/** Keeps up with the drafts that other pages store, while a draft is open in this one. */
export function followDrafts(signal: AbortSignal): void {
  draftsStore.watch((drafts) => void (known = drafts), signal);
}

/**
 * Stores a draft while the page is unloaded, when there is no time to read the other drafts first. The
 * browser drops a transaction of such a page that still waits for another one, so the worker stores the same;
 * its message may be dropped where the worker is stopped (both measured in Chromium 156).
 */
export function saveDraftNow(draft: DraftRecord): void {
  const drafts = { ...known, [draft.key]: draft };
  void draftsStore.set(drafts);
  void sendQuietly('stored.write', { drafts });
}

/** A new random key, short enough for an address. */
export function newKey(): string {
  return crypto.randomUUID().slice(0, 8);
}

function changeDrafts(change: (drafts: Drafts) => Drafts): Promise<void> {
  const done = lastChange.then(async () => draftsStore.set(change(await draftsStore.get())));
  lastChange = done.catch(() => undefined);
  return done;
}
