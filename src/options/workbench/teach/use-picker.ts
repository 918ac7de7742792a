import { useEffect, useRef, useState } from 'preact/hooks';
import type { Proposal } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import { send } from '../../../platform/messaging/send';
import { activeTab, showTab } from '../../../platform/browser/tabs';

export interface Picked {
  readonly field: string;
  readonly text: string;
  readonly proposals: readonly Proposal[];
}

export interface Picker {
  /** The field that is being pointed at in the page now. */
  readonly waiting: string | undefined;
  readonly picked: Picked | undefined;
  start(field: string): void;
  clear(): void;
}

/** Points at something in another tab and comes back with ways to read it. */
export function usePicker(tabId: number | undefined, onError: (error: unknown) => void): Picker {
  const [waiting, setWaiting] = useState<string>();
  const [picked, setPicked] = useState<Picked>();
  const turn = useRef(0);
  useEffect(() => () => void (turn.current += 1), []);

  const run = async (tab: number, field: string) => {
    const mine = (turn.current += 1);
    const back = await activeTab();
    await send('workbench.ask', {
      tabId: tab,
      question: { kind: 'pick', field, hint: text('workbench_pick_hint') },
    });
    await showTab(tab);
    while (turn.current === mine) {
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      const answer = await send('workbench.ask', { tabId: tab, question: { kind: 'picked' } });
      if (answer.kind !== 'pick' || answer.pick.state === 'picking') continue;
      if (answer.pick.state === 'picked')
        setPicked({ field, text: answer.pick.text, proposals: answer.pick.proposals });
      if (back !== undefined) await showTab(back.id);
      return;
    }
  };

  return {
    waiting,
    picked,
    clear: () => setPicked(undefined),
    start(field) {
      if (tabId === undefined) return;
      setPicked(undefined);
      setWaiting(field);
      void run(tabId, field)
        .catch(onError)
        .finally(() => setWaiting(undefined));
    },
  };
}
