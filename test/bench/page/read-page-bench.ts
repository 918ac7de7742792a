import { matchPage } from '../../../src/content/reader/match-page';
import { createMemory } from '../../../src/content/reader/memory';
import { observePage } from '../../../src/content/player/observe-page';
import { readOnDemand } from '../../../src/content/reading-aid/read-on-demand';
import { readOwnClock } from '../../../src/content/reading-aid/read-own-clock';
import { readLabel } from '../../../src/core/text/season-episode';
import type { Definition } from '../../../src/protocol/definition/definition';

/**
 * Runs in a page and times full reads of it, as the content script does. Milliseconds per read, one per
 * round.
 */
async function readRepeatedly(
  definition: Definition,
  { rounds, each }: { readonly rounds: number; readonly each: number },
): Promise<{ times: number[]; item: unknown }> {
  const url = new URL(location.href);
  const matched = matchPage(definition, url);
  if (matched === undefined) throw new Error('the definition has no page for this address');
  const memory = createMemory();
  const world = {
    document,
    url,
    definition,
    memory,
    now: 0,
    mediaSession: () => undefined,
    storage: () => localStorage,
    requests: () => [],
    askEndpoint: async () => undefined,
    askPageWorld: async () => undefined,
    parseSeasonEpisode: readLabel,
    readGeneric: () => undefined,
    readOnDemand,
    readOwnClock,
  };
  const times: number[] = [];
  let item: unknown;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let turn = 0; turn < each; turn += 1) item = (await observePage(matched, world)).reading?.item;
    times.push((performance.now() - start) / each);
  }
  return { times, item };
}

Object.assign(globalThis, { readRepeatedly });
