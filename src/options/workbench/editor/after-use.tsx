import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { viewStore } from '../../../platform/storage/stores';
import { useStored } from '../../../ui/hooks/use-stored';
import type { Definition } from '../../../protocol/definition/definition';
import type { Snapshot, Trial } from '../../../protocol/workbench';
import { isReadable, type Item } from '../../../core/media/item';
import { newCase } from '../../../core/workbench/draft-record';
import type { OpenDraft } from '../draft/use-draft';
import { askPage } from '../page/ask-page';
import { isReady, reasonAgainstUse } from '../trial/use-trial';
import { usePassing } from '../../../ui/hooks/use-passing';

/** Milliseconds between two polls of the page. Labels over a player are shown for some seconds. */
const INTERVAL = 1_000;

type AfterUseProps = Readonly<{
  draft: OpenDraft;
  /** The definition that is in use. */
  definition: Definition | undefined;
  tabId: number;
  trial: Trial | undefined;
  /** Shown below the status, such as the button to submit the connector. */
  children: ComponentChildren;
}>;

/**
 * Guides the person after a draft is put into use: play a title, then share the connector once it has
 * recorded. Titles that the draft reads in the tab count as seen, so it is enough to open a second title.
 */
export function AfterUse({ draft, definition, tabId, trial, children }: AfterUseProps): JSX.Element {
  const view = useStored(viewStore(tabId));
  useFirstCase(draft, definition, tabId);
  const own = view?.siteId === definition?.id ? view : undefined;
  const item = own?.degraded === true ? undefined : own?.item;
  useEffect(() => {
    if (item !== undefined) draft.noteTitle(item);
  }, [JSON.stringify(item)]);
  return (
    <>
      <p role="status">
        {text(
          `workbench_${nextStep(trial, {
            isRecorded: item !== undefined && own?.sent !== undefined,
            isRead: own?.degraded !== true,
          })}`,
        )}
      </p>
      {children}
    </>
  );
}

/**
 * Saves the page as the first case of a draft without cases, once every field is read: labels over a player
 * are in the page only while its controls are shown. If the person removes the case, no other replaces it. An
 * earlier automatic case is replaced, because an earlier version of the draft has read it.
 */
function useFirstCase(draft: OpenDraft, definition: Definition | undefined, tabId: number): void {
  const newest = useRef(draft);
  newest.current = draft;
  const isDone = useRef(draft.record.cases.length > 0 && !draft.record.cases.some((one) => one.automatic));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    const keep = async () => {
      if (isDone.current || definition === undefined) return;
      // The page may be closed now and open again later.
      const kept = await keepReadPage(tabId, definition).catch(() => undefined);
      if (hasEnded) return;
      if (kept !== undefined && isWhole(kept)) {
        isDone.current = true;
        const others = newest.current.record.cases.filter((one) => one.automatic !== true);
        newest.current.setCases([{ ...newCase(kept, others), automatic: true }, ...others]);
      } else timer = setTimeout(() => void keep(), INTERVAL);
    };
    void keep();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [JSON.stringify(definition), tabId]);
}

/** Saves the page if the draft would record it. */
async function keepReadPage(tabId: number, definition: Definition): Promise<Snapshot | undefined> {
  const trial = await askPage(tabId, { kind: 'try', definition });
  return isReady(trial) ? askPage(tabId, { kind: 'snapshot', definition }) : undefined;
}

/** Whether the definition's own sources read the page, and it shows no advertisement. */
function isWhole({ case: { expect } }: Snapshot): boolean {
  const { item, gate, degraded } = expect;
  return item !== undefined && gate === undefined && degraded !== true && isReadable(item as Partial<Item>);
}

type JustUsedProps = Readonly<{
  /** The name of the connector. */
  name: string;
  onUndo: () => void;
  onEnd: () => void;
}>;

/**
 * Says for some seconds that the connector is in use now, with an undo, beside the button that was pressed.
 */
export function JustUsed({ name, onUndo, onEnd }: JustUsedProps): JSX.Element {
  const kept = usePassing(true, onEnd);
  return (
    <span class="row" role="status" {...kept}>
      {text('workbench_used', name)}
      <button type="button" class="link" onClick={onUndo}>
        {text('common_undo')}
      </button>
    </span>
  );
}

/**
 * What a draft in use waits for; `workbench_<name>` is the key of its text. A remembered title does not count
 * as read if the tab has not shown it since the draft is in use.
 */
export function nextStep(
  trial: Trial | undefined,
  { isRecorded, isRead }: Readonly<{ isRecorded: boolean; isRead: boolean }>,
): 'recorded' | 'go_back' | 'soon' | 'show_title' | 'still_missing' {
  if (isRecorded) return 'recorded';
  if (trial?.playback?.state !== 'playing') return 'go_back';
  const problem = reasonAgainstUse(trial, false);
  if (problem === undefined) return isRead ? 'soon' : 'show_title';
  if (problem === 'no_title') return 'show_title';
  return problem === 'still_missing' ? 'still_missing' : 'go_back';
}
