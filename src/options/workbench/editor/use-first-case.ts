import { useEffect, useRef } from 'preact/hooks';
import { isReadable, type Item } from '../../../core/media/item';
import { newCase } from '../../../core/workbench/draft-case';
import type { Definition } from '../../../protocol/definition/definition';
import type { Snapshot } from '../../../protocol/workbench';
import type { OpenDraft } from '../draft/use-draft';
import { askPage } from '../page/ask-page';
import { isReady } from '../trial/is-ready';

/** Milliseconds until the page is asked again; labels over a player are shown for some seconds. */
const INTERVAL = 1_000;

/**
 * Keeps the page as the first case of a draft without any, once all of it is read: labels over a player are
 * in the page only while its controls are. The person may remove the case; then no other takes its place. A
 * case that was kept so before is replaced: it is what an earlier form of the draft read.
 */
export function useFirstCase(draft: OpenDraft, definition: Definition | undefined, tabId: number): void {
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
