import { useEffect, useRef } from 'preact/hooks';
import { isReadable, type Item } from '../../../core/media/item';
import { newCase } from '../../../core/workbench/draft-case';
import type { Definition } from '../../../protocol/definition/definition';
import type { Snapshot } from '../../../protocol/workbench';
import type { OpenDraft } from '../draft/use-draft';
import { askPage } from '../page/ask-page';

/** Milliseconds until the page is asked again; labels over a player are shown for some seconds. */
const INTERVAL = 1_000;

/**
 * Keeps the page as the first case of a draft without any, once all of it is read: labels over a player are
 * in the page only while its controls are. The person may remove the case; then no other takes its place.
 */
export function useFirstCase(draft: OpenDraft, definition: Definition | undefined, tabId: number): void {
  const isDone = useRef(draft.record.cases.length > 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    const keep = async () => {
      if (isDone.current || definition === undefined) return;
      // A page that is closed now may be back later.
      const kept = await askPage(tabId, { kind: 'snapshot', definition }).catch(() => undefined);
      if (hasEnded) return;
      if (kept !== undefined && isWhole(kept)) {
        isDone.current = true;
        draft.setCases([newCase(kept, [])]);
      } else timer = setTimeout(() => void keep(), INTERVAL);
    };
    void keep();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [JSON.stringify(definition), tabId]);
}

/** Read by the definition's own sources, and no advertisement. */
function isWhole({ case: { expect } }: Snapshot): boolean {
  const { item, gate, degraded } = expect;
  return item !== undefined && gate === undefined && degraded !== true && isReadable(item as Partial<Item>);
}
