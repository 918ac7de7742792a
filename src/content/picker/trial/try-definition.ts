import type { Playback } from '../../../core/session/observation';
import { taughtFields, type PageFacts, isPlausibleTitle } from '../../../core/workbench/page-facts';
import { deepEqual } from '../../../core/values/deep-equal';
import { defined } from '../../../core/values/defined';
import type { Definition } from '../../../protocol/definition/definition';
import type { TracedSource, Trial } from '../../../protocol/workbench';
import { collectTrace, type TraceEntry } from '../../reader/collect-trace';
import { matchPage } from '../../reader/match-page';
import { createMemory, type Memory } from '../../reader/memory';
import type { ConnectorReading } from '../../reader/read-page';
import { observePage } from '../../player/observe-page';
import { pageNames, selectTexts } from '../../reader/element-text';
import { isTranslated } from '../../reader/query';
import { readLabel } from '../../../core/text/season-episode';
import { send } from '../../../platform/messaging/send';
import { readGeneric } from '../../reading-aid/read-generic';
import { readOnDemand } from '../../reading-aid/read-on-demand';
import { readOwnClock } from '../../reading-aid/read-own-clock';
import { browserPage, fetchJson } from '../../reader/browser-page';
import type { PageAccess } from '../../reader/context';

/**
 * Reads this page with a draft, as a connector would, and tells what every source gave. Remembers values
 * until the draft changes. A new draft starts with the values that its sources gave while the page had
 * `shown` more than now.
 */
export function createTrial(): (definition: Definition, shown?: PageFacts) => Promise<Trial> {
  let memory = createMemory();
  let known = '';
  return async (definition, shown) => {
    const text = JSON.stringify(definition);
    if (text !== known) {
      memory = createMemory();
      known = text;
      // Values remembered before the first reading would count as those of another title.
      if (shown?.url === location.href) {
        await tryOut(definition, memory);
        remind(memory, definition, shown);
      }
    }
    return tryOut(definition, memory);
  };
}

/** Restores the values that remembering sources gave while the page showed them. */
function remind({ values }: Memory, definition: Definition, { fields, url }: PageFacts): void {
  const item = matchPage(definition, new URL(url))?.page.item;
  for (const field of taughtFields)
    for (const [index, source] of (item?.[field] ?? []).entries()) {
      const key = `item.${field}:${index}`;
      const shown = fields[field]?.find((proposal) => deepEqual(proposal.source, source));
      if (source.remember && shown !== undefined && !values.has(key)) values.set(key, shown.value);
    }
}

async function tryOut(definition: Definition, memory: Memory): Promise<Trial> {
  const url = new URL(location.href);
  const address = url.href.slice(0, 4_000);
  const videos = document.querySelectorAll('video').length;
  const matched = matchPage(definition, url);
  if (matched === undefined) return { url: address, trace: [], videos };
  const trace = collectTrace();
  const { reading, playback, gate } = await observePage(matched, {
    ...trialAccess(url),
    url,
    definition,
    memory,
    now: Date.now(),
    trace,
  });
  return defined({
    url: address,
    page: matched.page.kind,
    trace: trace.entries.slice(0, 400).map(shortEntry),
    reading: { ...shortReading(reading), gated: gate === 'closed', ...implausible(reading, url) },
    language: languageOf(definition),
    playback: playback && finitePlayback(playback),
    gate: gate === 'closed' ? undefined : gate,
    videos,
  });
}

/** As in a report: the language of the page, otherwise the only one of the site. */
function languageOf({ languages: [only, another] = [] }: Definition): string | undefined {
  const stated = !isTranslated(document) && document.documentElement.lang.slice(0, 40);
  return stated || (another === undefined ? only : undefined);
}

function implausible({ item = {} }: Partial<ConnectorReading> = {}, url: URL): { implausible?: true } {
  const title = item.title ?? item.seriesTitle;
  if (title === undefined || isPlausibleTitle(title, pageNames(document, url))) return {};
  return { implausible: true };
}

/** The reading without its item during an advertisement. */
function shortReading(reading: ConnectorReading | undefined) {
  const { item = {}, identity = '', degraded = false, missing = [] } = reading ?? {};
  return { item, identity, degraded, missing: [...missing] };
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

function finitePlayback(playback: Playback): Playback {
  return { ...playback, position: finite(playback.position), duration: finite(playback.duration) };
}

/** Messages are JSON, which has neither NaN nor Infinity. */
function finite(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.min(seconds, 1e9)) : 0;
}

/** The access of a draft on trial: the same as a connector's, through the workbench's messages. */
export function trialAccess(url: URL): PageAccess {
  const address = url.href.slice(0, 4_000);
  return {
    ...browserPage(),
    askEndpoint: async (name, values) => {
      const answer = await send('workbench.endpoint', { name, values, url: address });
      if ('value' in answer) return answer.value;
      return 'ask' in answer ? fetchJson(answer.ask, selectTexts) : undefined;
    },
    askPageWorld: async () => {
      const answer = await send('workbench.page-world', { url: address });
      return 'value' in answer ? answer.value : undefined;
    },
    parseSeasonEpisode: readLabel,
    readGeneric,
    readOnDemand,
    readOwnClock,
  };
}

/** For proposals: only what the page provides without a request. */
export function accessWithoutRequests(url: URL): PageAccess {
  return { ...trialAccess(url), askEndpoint: async () => undefined, askPageWorld: async () => undefined };
}
