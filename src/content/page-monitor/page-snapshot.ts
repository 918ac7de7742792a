import type { Playback } from '../../core/session/observation';
import { sendQuietly, valueOf } from '../../platform/messaging/send-quietly';
import type { Definition, FrameDefinition } from '../../protocol/definition/definition';
import type { Report } from '../../protocol/report';
import { browserPage, fetchJson } from '../reader/browser-page';
import type { PageAccess, PageContext, PlayingMedia } from '../reader/context';
import { isProduct } from '../reader/read-source';
import { matchFrame, matchPage, type MatchedPage } from '../reader/match-page';
import { createMemory, Unanswered, whenAnswered } from '../reader/memory';
import { isTranslated } from '../reader/query';
import { observePage, type PageObservation } from '../player/observe-page';
import { hasOwnClock, stateOf } from '../player/read-clock';
import type { ConnectorReading } from '../reader/read-page';
import { renewReading, type PageSnapshot, type SnapshotReader } from '../reader/snapshot';
import { monotonicNow, positionAtUnload, UNKNOWN_PLAYHEAD } from './playhead';
import { labelReader, loadedReaders, selectWithAid } from './reading-aid';

/** A reader of this frame's page; `top` for the top frame of the tab. */
export function createSnapshotReader(definition: Definition, top: boolean): SnapshotReader {
  const memory = createMemory();
  const atAddress = (address: string) => {
    const url = new URL(address);
    const matched = top ? matchPage(definition, url) : matchFrame(definition, url);
    return { address, matched, context: { ...accessTo(url), url, definition, memory } };
  };
  let current: ReturnType<typeof atAddress> | undefined;
  let isProven = !top;
  const keepName = createNameKeeper();

  return async (address, before, occasion) => {
    if (current?.address !== address) current = atAddress(address);
    const { matched } = current;
    if (matched === undefined) return undefined;
    const now = monotonicNow();
    const isStillRead = (media?: PlayingMedia) => {
      const { reading, playback, gate } = before ?? {};
      const { identity, degraded: isUnnamed } = reading ?? {};
      // A definition's own clock can continue with another medium without an event of the video element.
      const state = JSON.stringify([address, document.title, media, playback?.duration, identity, gate]);
      const isKept = renewReading(memory, state, { ...occasion, isUnnamed }, now);
      return isKept && isUnnamed === false;
    };
    const context = { ...current.context, now, isStillRead };
    isProven ||= await whenAnswered(memory, () => isProduct({ ...context, ...WITHOUT_LABELS }));
    if (!isProven) return undefined;
    const { video, reading: found, playback, gate } = await observe(matched, context);
    if (gate === 'closed') return undefined;
    const reading = found ? keepName(toReading(found, definition), address + memory.anchor) : before?.reading;
    const known = playback ?? standingClock(before, { video, reading }, now);
    // Reading the page may have taken seconds.
    return { video, gate, reading, playback: toPlayback(known, monotonicNow()) };
  };
}

/**
 * Translated words are not read. The names that the site gave before are kept for the same `place` (address
 * and medium), unless an id or a number changes.
 */
function createNameKeeper() {
  let named: Readonly<{ place: string; reading: ReportedReading }> | undefined;
  return (reading: ReportedReading, place: string): ReportedReading => {
    const known = place === named?.place && isTranslated(document) ? named.reading : undefined;
    if (known && isOfSame(known.item, reading.item))
      return { ...known, item: { ...known.item, ids: known.item.ids ?? reading.item.ids } };
    // Without a name it may be a trailer, after which the title comes back.
    if (isNamed(reading)) named = { place, reading };
    else if (known) named = undefined;
    return reading;
  };
}

function isNamed({ confidence, item }: ReportedReading): boolean {
  return confidence === 1 && (item.title ?? item.seriesTitle) !== undefined;
}

function isOfSame(one: ReportedReading['item'], other: ReportedReading['item']): boolean {
  const facts = ({ ids, seasonNumber, episodeNumber }: typeof one) => ({
    ...ids,
    seasonNumber,
    episodeNumber,
  });
  const known: Readonly<Record<string, unknown>> = facts(one);
  return Object.entries(facts(other)).every(
    ([name, fact]) => fact === undefined || fact === (known[name] ?? fact),
  );
}

type ReportedReading = NonNullable<Report['reading']>;

/** While the labels cannot be read, the page has no item; otherwise an episode would be read as a film. */
async function observe(matched: Matched, context: PageContext): Promise<PageObservation> {
  try {
    return await observePage(matched, { ...context, parseSeasonEpisode: labelReader(context) });
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    const nameless = 'page' in matched ? { ...matched, page: { ...matched.page, item: {} } } : matched;
    return observePage(nameless, { ...context, ...WITHOUT_LABELS, isStillRead: undefined });
  }
}

const WITHOUT_LABELS = { parseSeasonEpisode: () => undefined };

type Matched = MatchedPage | FrameDefinition;

function accessTo(url: URL): PageAccess {
  const address = url.href.slice(0, 4_000);
  return {
    ...browserPage(),
    askEndpoint: async (name, values) => {
      const answer = await sendQuietly('endpoint', { name, values, url: address });
      return answer && 'ask' in answer ? fetchJson(answer.ask, selectWithAid) : valueOf(answer);
    },
    askPageWorld: async () => valueOf(await sendQuietly('page-world', { url: address })),
    ...loadedReaders,
    ...WITHOUT_LABELS,
  };
}

/**
 * The gate is a separate field of a report. The language is the one stated for the item, otherwise that of
 * the page, otherwise the only one of the site.
 */
function toReading(
  { gate: _gate, item, ...reading }: ConnectorReading,
  { languages: [only, another] = [] }: Definition,
): ReportedReading {
  const language = (!isTranslated(document) && document.documentElement.lang) || (another ? '' : only);
  return { ...reading, item: { language, ...item } };
}

/**
 * If a title's own clock cannot be read, for example after its source changed, the title stands still like a
 * player that waits for data: how much has played since `before` is unknown.
 */
function standingClock(
  before: PageSnapshot | undefined,
  { video, reading }: PageSnapshot,
  at: number,
): Playback | undefined {
  const last = before?.playback;
  if (!video || !last || !hasOwnClock(last) || before.reading?.identity !== reading?.identity)
    return undefined;
  const { position, duration } = positionAtUnload(last, { ...UNKNOWN_PLAYHEAD, at });
  return { ...stateOf(video, video.paused, at), position, duration, rate: 0 };
}

function toPlayback(playback: Playback | undefined, at: number): Report['playback'] {
  return (
    playback && { ...playback, at, position: finite(playback.position), duration: finite(playback.duration) }
  );
}

/** Messages are JSON, which has neither NaN nor Infinity. A live stream is recognized by its gate. */
function finite(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.min(seconds, 1e9)) : 0;
}
