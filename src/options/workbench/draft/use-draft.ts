import { useEffect, useRef, useState } from 'preact/hooks';
import {
  editText,
  editValue,
  openDocument,
  redo,
  undo,
  type DraftHistory,
} from '../../../core/workbench/draft-history';
import type { DraftCase, DraftRecord } from '../../../core/workbench/draft-record';
import type { Item } from '../../../core/media/item';
import { withSeenTitle } from '../../../core/workbench/submission';
import { sendQuietly } from '../../../platform/messaging/send-quietly';
import { draftsStore } from '../../../platform/storage/workbench-stores';

export type DraftPath = (string | number)[];

/**
 * An open draft: one document that all views share, with the functions that change it. Changes are stored
 * automatically.
 */
export type OpenDraft = Readonly<{
  record: DraftRecord;
  document: DraftHistory;
  set(path: DraftPath, value: unknown): void;
  setText(text: string): void;
  setCases(cases: DraftCase[]): void;
  /** Notes a title that the draft has read in full. */
  noteTitle(item: Partial<Item>): void;
  undo(): void;
  redo(): void;
}>;

type DraftState = Pick<OpenDraft, 'record' | 'document'>;

/** Milliseconds between a change and its storing. If the browser crashes, no more than that is lost. */
const STORE_DELAY = 250;

/** Opens a draft: `undefined` until it has been read, `null` when there is none with this key. */
export function useDraft(key: string): OpenDraft | undefined | null {
  const [state, setState] = useState<DraftState | null>();
  const store = useAutoSave(key, (record) =>
    setState(record === undefined ? null : { record, document: openDocument(record.text) }),
  );
  if (state === undefined || state === null) return state;

  /** Applies a change to the newest state, and stores the result unless nothing changed. */
  const change = (
    edit: (before: DraftState) => Partial<Pick<DraftRecord, 'cases' | 'seen'>> & Partial<DraftState>,
  ) =>
    setState((before) => {
      if (before === undefined || before === null) return before;
      const { document = before.document, ...edited } = edit(before);
      const record = { ...before.record, ...edited, text: document.text, changedAt: Date.now() };
      const { cases, seen } = before.record;
      if (document === before.document && record.cases === cases && record.seen === seen) return before;
      store(record);
      return { record, document };
    });
  const changeDocument = (edit: (document: DraftHistory) => DraftHistory) =>
    change(({ document }) => ({ document: edit(document) }));
  return {
    ...state,
    set: (path, value) => changeDocument((document) => editValue(document, path, value, Date.now())),
    setText: (text) =>
      changeDocument((document) => editText(document, text, { view: 'json', at: Date.now(), place: 'text' })),
    setCases: (cases) => change(() => ({ cases })),
    noteTitle: (item) => change(({ record }) => ({ seen: withSeenTitle(record.seen ?? [], item) })),
    undo: () => changeDocument(undo),
    redo: () => changeDocument(redo),
  };
}

/**
 * Reads the draft. Returns a function that stores a changed draft soon, or at once when the page is unloaded.
 */
function useAutoSave(
  key: string,
  onRead: (record: DraftRecord | undefined) => void,
): (record: DraftRecord) => void {
  const unsaved = useRef<DraftRecord | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const flush = async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { current } = unsaved;
    if (current === undefined) return;
    await saveDraft(current);
    // Cleared only after storing, because the page can be unloaded meanwhile.
    if (unsaved.current === current) unsaved.current = undefined;
  };
  useEffect(() => {
    const ending = new AbortController();
    followDrafts(ending.signal);
    void findDraft(key).then(onRead);
    const saveNow = () => unsaved.current !== undefined && saveDraftNow(unsaved.current);
    addEventListener('pagehide', saveNow, { signal: ending.signal });
    return () => {
      ending.abort();
      void flush();
    };
  }, [key]);
  return (record) => {
    unsaved.current = record;
    // Further changes do not restart the timer, so a draft is also stored while somebody types for long.
    timer.current ??= setTimeout(() => void flush(), STORE_DELAY);
  };
}

type Drafts = Readonly<Record<string, DraftRecord>>;

/** Changes of the stored drafts run one after the other, because each reads the result of the one before. */
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

/** Follows the drafts that other pages store while a draft is open here. */
function followDrafts(signal: AbortSignal): void {
  draftsStore.watch((drafts) => void (known = drafts), signal);
}

/**
 * Stores a draft while the page is unloaded. There is no time to read the other drafts first. The browser
 * drops a write of such a page that waits for another one, so the worker stores the same. Its message can be
 * lost while the worker is stopped. Both were measured in Chromium 156.
 */
function saveDraftNow(draft: DraftRecord): void {
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

/** Goes to a route of the workbench. `replace` replaces the current entry of the browser's history. */
export function goTo(route: string, replace = false): void {
  const hash = `#/connectors${route === '' ? '' : `/${route}`}`;
  if (replace) location.replace(hash);
  else location.hash = hash;
}

/** The route of a draft, tried in a tab if there is one. */
export function draftRoute(key: string, tabId: number | undefined): string {
  return `edit/${key}${tabId === undefined ? '' : `?tab=${tabId}`}`;
}
