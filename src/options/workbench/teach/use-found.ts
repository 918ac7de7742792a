import { useEffect, useState } from 'preact/hooks';
import type { PageFacts } from '../../../core/workbench/page-facts';
import { askPage } from '../page/ask-page';

/** Milliseconds between two polls. */
const INTERVAL = 1_500;

/**
 * What the page states, or stated during playback. Polled while the workbench is visible. `undefined` if
 * nothing is `wanted`.
 */
export function useFound(tabId: number | undefined, wanted: boolean): PageFacts | undefined {
  const [facts, setFacts] = useState<PageFacts>();
  useEffect(() => {
    if (tabId === undefined || !wanted) return undefined;
    const ending = new AbortController();
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // If the page was closed, the trial says so in the panel.
      const answer = await askPage(tabId, { kind: 'describe' }).catch(() => undefined);
      if (!ending.signal.aborted && answer !== undefined) setFacts(answer as PageFacts);
    };
    void ask();
    const timer = setInterval(() => void ask(), INTERVAL);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [tabId, wanted]);
  return wanted ? facts : undefined;
}
