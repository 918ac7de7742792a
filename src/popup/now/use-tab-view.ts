import { useEffect, useState } from 'preact/hooks';
import type { TabView } from '../../core/status/tab-view';
import { send } from '../../platform/messaging/send';
import { viewStore } from '../../platform/storage/stores';
import { errorText } from '../../ui/text/error-text';
import type { Snapshot } from '../environment/snapshot';

/**
 * The view of a tab: as stored, then as the page answers, then whatever the worker stores while the popup is
 * open.
 */
export function useTabView({ tabId, view: stored }: Snapshot): {
  readonly view: TabView | undefined;
  readonly error: string | undefined;
  readonly ask: () => void;
} {
  const [view, setView] = useState(stored);
  const [error, setError] = useState<string>();
  const ask = () => {
    if (tabId === undefined) return;
    setError(undefined);
    send('tab.view', { tabId }).then(setView, (problem: unknown) => setError(errorText(problem)));
  };
  useEffect(() => {
    if (tabId === undefined) return undefined;
    const ending = new AbortController();
    viewStore(tabId).watch((next) => setView((last) => next ?? last), ending.signal);
    ask();
    return () => ending.abort();
  }, [tabId]);
  return { view, error, ask };
}
