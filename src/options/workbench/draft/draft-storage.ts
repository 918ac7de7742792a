import type { DraftRecord } from '../../../core/workbench/draft-record';
import { draftsStore } from '../../../platform/storage/workbench-stores';

/** One change of the stored drafts after the other: each takes what the one before left. */
let line: Promise<unknown> = Promise.resolve();

function inLine(
  change: (drafts: Readonly<Record<string, DraftRecord>>) => Readonly<Record<string, DraftRecord>>,
): Promise<void> {
  const done = line.then(async () => draftsStore.set(change(await draftsStore.get())));
  line = done.catch(() => undefined);
  return done;
}

export function saveDraft(draft: DraftRecord): Promise<void> {
  return inLine((drafts) => ({ ...drafts, [draft.key]: draft }));
}

export function removeDraft(key: string): Promise<void> {
  return inLine((drafts) => Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key)));
}

export async function findDraft(key: string): Promise<DraftRecord | undefined> {
  await line;
  known = await draftsStore.get();
  return known[key];
}

/** Follows what other pages store, for as long as a draft is open here. */
export function followDrafts(signal: AbortSignal): void {
  draftsStore.watch((drafts) => void (known = drafts), signal);
}

/** All drafts as this page knows them. */
let known: Readonly<Record<string, DraftRecord>> = {};

/** Stores a draft while the page goes: there is no time left to ask what else is stored. */
export function saveDraftNow(draft: DraftRecord): void {
  void draftsStore.set({ ...known, [draft.key]: draft });
}

/** A key that is free; it stands in the address of the page. */
export function newKey(): string {
  return crypto.randomUUID().slice(0, 8);
}
