import { useEffect, useState } from 'preact/hooks';
import type { Definition } from '../../../protocol/definition/definition';
import type { Match } from '../../../core/outbox/outbox-entry';
import type { Trial } from '../../../protocol/workbench';
import { errorText } from '../../../ui/text/error-text';
import { askPage } from '../page/ask-page';
import { useMatch } from './use-match';

export interface TrialView {
  readonly trial?: Trial;
  /** What the tracker knows of it. */
  readonly match?: Match | undefined;
  readonly error?: string;
}

/** Milliseconds between two readings. */
const INTERVAL = 1_000;

/**
 * What a draft reads in a tab, again and again while this page is visible. The tracker is asked what it knows
 * of the title, and nothing is recorded.
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
  return { ...view, match: useMatch(view.trial) };
}

async function tryIn(tabId: number, definition: Definition): Promise<TrialView> {
  try {
    return { trial: await askPage(tabId, { kind: 'try', definition }) };
  } catch (error) {
    return { error: errorText(error) };
  }
}
