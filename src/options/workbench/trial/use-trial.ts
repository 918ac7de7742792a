import { useEffect, useState } from 'preact/hooks';
import type { Definition } from '../../../protocol/definition/definition';
import type { Bodies, Trial } from '../../../protocol/workbench';
import { errorText } from '../../../ui/text/error-text';
import { askPage } from '../page/ask-page';

export interface TrialView {
  readonly trial?: Trial;
  readonly bodies?: Bodies | undefined;
  readonly error?: string;
}

/** Milliseconds between two readings. */
const INTERVAL = 1_000;

/**
 * What a draft reads in a tab, again and again while this page is visible. Nothing is sent to the tracker.
 */
export function useTrial(tabId: number | undefined, definition: Definition | undefined): TrialView {
  const [view, setView] = useState<TrialView>({});
  const text = definition === undefined ? undefined : JSON.stringify(definition);
  useEffect(() => {
    if (tabId === undefined || definition === undefined) return undefined;
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const repeat = async () => {
      if (document.visibilityState === 'visible') {
        const next = await tryIn(tabId, definition);
        if (!ended) setView(next);
      }
      if (!ended) timer = setTimeout(() => void repeat(), INTERVAL);
    };
    void repeat();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [tabId, text]);
  return view;
}

async function tryIn(tabId: number, definition: Definition): Promise<TrialView> {
  try {
    const { answer: trial, bodies } = await askPage(tabId, { kind: 'try', definition });
    return { trial, bodies };
  } catch (error) {
    return { error: errorText(error) };
  }
}
