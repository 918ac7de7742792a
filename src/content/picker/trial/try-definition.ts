import type { Definition } from '../../../protocol/definition/definition';
import type { TracedSource, Trial } from '../../../protocol/workbench';
import { collectTrace, type TraceEntry } from '../../reader/collect-trace';
import { matchPage } from '../../reader/match-page';
import { createMemory } from '../../reader/memory';
import { observePage } from '../../player/observe-page';
import { trialAccess } from './trial-access';

/**
 * Reads this page with a draft, as a connector would, and tells what every source gave. Remembers until the
 * draft changes.
 */
export function createTrial(): (definition: Definition) => Promise<Trial> {
  let memory = createMemory();
  let known = '';
  return async (definition) => {
    const text = JSON.stringify(definition);
    if (text !== known) {
      memory = createMemory();
      known = text;
    }
    const url = new URL(location.href);
    const videos = document.querySelectorAll('video').length;
    const matched = matchPage(definition, url);
    if (matched === undefined) return { url: url.href.slice(0, 4_000), trace: [], videos };
    const trace = collectTrace();
    const { reading, playback, gate } = await observePage(matched, {
      ...trialAccess(url),
      url,
      definition,
      memory,
      now: Date.now(),
      trace,
    });
    const { item = {}, identity = '', degraded = false, missing = [] } = reading ?? {};
    return {
      url: url.href.slice(0, 4_000),
      page: matched.page.kind,
      trace: trace.entries.slice(0, 400).map(shortEntry),
      reading: { item, identity, degraded, missing: [...missing], gated: gate === 'closed' },
      ...(playback && {
        playback: { ...playback, position: finite(playback.position), duration: finite(playback.duration) },
      }),
      ...(gate !== undefined && gate !== 'closed' && { gate }),
      videos,
    };
  };
}

function shortEntry({ field, index, outcome, raw, transforms, guards, value }: TraceEntry): TracedSource {
  return {
    field,
    index,
    outcome,
    raw,
    value,
    transforms: transforms.map((one) => ({ name: Object.keys(one.transform)[0] ?? '?', value: one.value })),
    guards: guards.map((one) => ({ seen: one.seen, passed: one.passed })),
  };
}

/** Messages are JSON, which knows neither NaN nor Infinity. */
function finite(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.min(seconds, 1e9)) : 0;
}
