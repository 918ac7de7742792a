import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { viewStore } from '../../../platform/storage/stores';
import { useStored } from '../../../ui/hooks/use-stored';
import type { Definition } from '../../../protocol/definition/definition';
import type { Snapshot, Trial } from '../../../protocol/workbench';
import { isReadable, type Item } from '../../../core/media/item';
import { newCase } from '../../../core/workbench/draft-case';
import type { OpenDraft } from '../draft/use-draft';
import { askPage } from '../page/ask-page';
import { isReady } from '../trial/is-ready';
import { nextStep } from './next-step';

/** Milliseconds until the page is asked again; labels over a player are shown for some seconds. */
const INTERVAL = 1_000;

type AfterUseProps = Readonly<{
  draft: OpenDraft;
  /** What is in use. */
  definition: Definition | undefined;
  tabId: number;
  trial: Trial | undefined;
  /** What can be done once it records. */
  children: ComponentChildren;
}>;

/**
 * What follows once a draft is in use: the person plays, and the connector is shared when it has recorded.
 * What it reads in the tab meanwhile counts as seen: a second title needs no more than to be opened.
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
 * Keeps the page as the first case of a draft without any, once all of it is read: labels over a player are
 * in the page only while its controls are. The person may remove the case; then no other takes its place. A
 * case that was kept so before is replaced: it is what an earlier form of the draft read.
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
      // A page that is closed now may be back later.
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

/** The page, unless something else than a title is read from it. */
async function keepReadPage(tabId: number, definition: Definition): Promise<Snapshot | undefined> {
  const trial = await askPage(tabId, { kind: 'try', definition });
  return isReady(trial) ? askPage(tabId, { kind: 'snapshot', definition }) : undefined;
}

/** Read by the definition's own sources, and no advertisement. */
function isWhole({ case: { expect } }: Snapshot): boolean {
  const { item, gate, degraded } = expect;
  return item !== undefined && gate === undefined && degraded !== true && isReadable(item as Partial<Item>);
}
