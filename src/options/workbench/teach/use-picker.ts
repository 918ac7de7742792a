import { useEffect, useRef, useState } from 'preact/hooks';
import type { Proposal } from '../../../core/workbench/page-facts';
import { activeTab, showTab } from '../../../platform/browser/tabs';
import { text } from '../../../platform/browser/i18n';
import { fieldKey } from '../../../ui/text/field-key';
import { askPage } from '../page/ask-page';

/** Milliseconds between two questions whether something was picked. */
const POLL_INTERVAL = 300;

export interface Picked {
  readonly field: string;
  readonly text: string;
  readonly proposals: readonly Proposal[];
}

export interface Picker {
  /** The field for which an element is being picked now. */
  readonly waiting: string | undefined;
  readonly picked: Picked | undefined;
  start(field: string): void;
  clear(): void;
}

/** Lets the person pick an element in a tab, and returns to this one with ways to read it. */
export function usePicker(tabId: number | undefined, onError: (error: unknown) => void): Picker {
  const [waiting, setWaiting] = useState<string>();
  const [picked, setPicked] = useState<Picked>();
  const turn = useRef(0);
  useEffect(() => () => void (turn.current += 1), []);
  return {
    waiting,
    picked,
    clear: () => setPicked(undefined),
    start(field) {
      if (tabId === undefined) return;
      setPicked(undefined);
      setWaiting(field);
      const own = (turn.current += 1);
      void pick(tabId, field, () => turn.current === own, setPicked)
        .catch(onError)
        .finally(() => setWaiting(undefined));
    },
  };
}

/** Shows the tab with the picker and asks for its result until there is one or another picking has begun. */
async function pick(
  tabId: number,
  field: string,
  isCurrent: () => boolean,
  onPicked: (picked: Picked) => void,
): Promise<void> {
  const back = await activeTab();
  const hint = text('workbench_pick_value', text(fieldKey(field))).slice(0, 200);
  await askPage(tabId, { kind: 'pick', field, hint });
  await showTab(tabId);
  while (isCurrent()) {
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_INTERVAL);
    });
    const picked = await askPage(tabId, { kind: 'picked' });
    if (picked.state === 'picking') continue;
    if (picked.state === 'picked') onPicked({ field, text: picked.text, proposals: picked.proposals });
    if (back !== undefined) await showTab(back.id);
    return;
  }
}
