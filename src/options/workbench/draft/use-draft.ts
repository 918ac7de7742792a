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
import { findDraft, followDrafts, saveDraft, saveDraftNow } from './draft-storage';

export type Path = readonly (string | number)[];

/** A draft that is open: one document for every view, stored soon after each change and at the latest when the page goes. */
export interface OpenDraft {
  readonly record: DraftRecord;
  readonly document: DraftHistory;
  set(path: Path, value: unknown): void;
  setText(text: string): void;
  setCases(cases: readonly DraftCase[]): void;
  undo(): void;
  redo(): void;
}

/** `undefined` until it was read, `null` when there is none. */
export function useDraft(key: string): OpenDraft | undefined | null {
  const [state, setState] = useState<{
    readonly record: DraftRecord;
    readonly document: DraftHistory;
  } | null>();
  const latest = useRef<DraftRecord | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { current } = latest;
    if (current === undefined) return;
    await saveDraft(current);
    // Until then it counts as not stored: the page may go in between.
    if (latest.current === current) latest.current = undefined;
  };
  useEffect(() => {
    const life = new AbortController();
    followDrafts(life.signal);
    void findDraft(key).then((record) =>
      setState(record === undefined ? null : { record, document: openDocument(record.text) }),
    );
    addEventListener('pagehide', () => latest.current !== undefined && saveDraftNow(latest.current), {
      signal: life.signal,
    });
    return () => {
      life.abort();
      void flush();
    };
  }, [key]);

  if (state === undefined || state === null) return state;
  const { record } = state;
  const store = (document: DraftHistory, cases: readonly DraftCase[] = record.cases) => {
    const next = { ...record, text: document.text, cases, changedAt: Date.now() };
    latest.current = next;
    // Also in the middle of typing: a browser that crashes takes a quarter of a second with it, and no more.
    timer.current ??= setTimeout(() => void flush(), 250);
    return { record: next, document };
  };
  const change = (edit: (document: DraftHistory) => DraftHistory) =>
    setState((before) => {
      if (before === undefined || before === null) return before;
      const document = edit(before.document);
      return document === before.document ? before : store(document, before.record.cases);
    });
  return {
    record,
    document: state.document,
    set: (path, value) => change((document) => editValue(document, path, value, Date.now())),
    setText: (text) =>
      change((document) => editText(document, text, { view: 'json', at: Date.now(), place: 'text' })),
    setCases: (cases) =>
      setState((before) =>
        before === undefined || before === null ? before : store(before.document, cases),
      ),
    undo: () => change(undo),
    redo: () => change(redo),
  };
}
