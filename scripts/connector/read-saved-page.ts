import { urlMatchesHosts } from '../../src/core/hosts/host-pattern';
import { collectTrace, type TraceEntry } from '../../src/content/reader/collect-trace';
import { matchFrame, matchPage } from '../../src/content/reader/match-page';
import type { Memory } from '../../src/content/reader/memory';
import { observePage, type PageObservation } from '../../src/content/player/observe-page';
import type { Definition } from '../../src/protocol/definition/definition';
import type { SavedPage } from './saved-page';

export interface SavedReading extends Partial<PageObservation> {
  /** Kind of the page, `frame`, or null when the definition has no page for this address. */
  readonly page: string | null;
  readonly trace: readonly TraceEntry[];
}

/** Reads a saved page as the content script reads a live one. */
export async function readSavedPage(
  definition: Definition,
  saved: SavedPage,
  url: URL,
  memory: Memory,
  now: number,
): Promise<SavedReading> {
  // A saved page does not record whether it was a frame. An address outside of `hosts` can only be one.
  const inner = urlMatchesHosts(url, definition.hosts) ? undefined : matchFrame(definition, url);
  const matched = inner ?? matchPage(definition, url) ?? matchFrame(definition, url);
  if (matched === undefined) return { page: null, trace: [] };
  const trace = collectTrace();
  const observed = await observePage(matched, {
    ...saved.world(definition, url),
    url,
    definition,
    memory,
    now,
    trace,
  });
  return { page: 'page' in matched ? matched.page.kind : 'frame', trace: trace.entries, ...observed };
}
