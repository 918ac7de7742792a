import { isReadable } from '../../core/media/item';
import { itemKey } from '../../core/media/item-key';
import type { Observation, ObservedPlayback } from '../../core/session/observation';
import { defined } from '../../core/values/defined';
import type { Report } from '../../protocol/report';
import type { PageReading, TabState } from '../state/tab-state';

/** A tab, merged from the reports of its frames. */
export type MergedReport = Readonly<{
  state: TabState;
  /** The playback of the playing frame, if one is known. */
  playback?: ObservedPlayback;
  /** The observation for the reducer. */
  observation: Observation;
}>;

/**
 * Merges one frame's report: the top frame supplies the item, any frame the playback. `now`: the worker's
 * clock.
 */
export function mergeFrames(before: TabState, report: Report, frameId: number, now: number): MergedReport {
  const top = frameId === 0;
  const own = ownPlayback(before, report, frameId, now);
  const isGone = FINAL_CAUSES.includes(report.cause);
  const { [frameId]: _, ...others } = before.playbacks;
  const playbacks = isGone || own === undefined ? others : { ...others, [frameId]: own };
  const state = withGate(
    top ? withTopFrame(before, report) : { ...before, visible: report.visible },
    report,
    frameId,
  );
  const playback = currentPlayback(playbacks, frameId, now);
  const leaving = isGone && isEnd({ ...state, playbacks }, report, frameId);
  const at = own?.at ?? timeOf(leaving ? undefined : playback, now);
  return {
    state: { ...state, playbacks },
    observation: {
      ...pageOf(state, now),
      leaving,
      at,
      ...defined({
        ...(leaving ? lastOf(report, own, playback) : { playback }),
        playerLost: report.cause === 'lost' || undefined,
      }),
    },
    ...defined({ playback }),
  };
}

/**
 * The time of a report without a player, by the clock of the playing frame if there is one. That clock does
 * not count sleep of the computer, but the worker's clock does.
 */
function timeOf(playback: ObservedPlayback | undefined, now: number): number {
  const { at = now, receivedAt = now } = playback ?? {};
  return at + Math.max(0, now - receivedAt);
}

/** The playback of the reporting frame, by the worker's clock. A position beyond the end becomes the end. */
function ownPlayback(
  { scripts }: TabState,
  { playback }: Report,
  frameId: number,
  now: number,
): ObservedPlayback | undefined {
  if (playback === undefined) return undefined;
  const { skew = 0 } = scripts[frameId] ?? {};
  const position = playback.duration > 0 ? Math.min(playback.position, playback.duration) : playback.position;
  return { ...(playback as ObservedPlayback), at: playback.at + skew, receivedAt: now, position };
}

/**
 * A page ends with its top frame, or with the last frame that has a player. A frame showing an advertisement
 * has one too, though its playback is not reported.
 */
function isEnd({ playbacks, gate, gateFrame = 0 }: TabState, report: Report, frameId: number): boolean {
  if (frameId === 0 && isPageGone(report)) return true;
  return Object.keys(playbacks).length === 0 && (gate === undefined || gateFrame === frameId);
}

/**
 * The page is left, or no longer names a title. A page that has only lost its own player still names it, and
 * another frame may play on.
 */
function isPageGone({ cause, reading }: Report): boolean {
  return cause === 'leave' || reading === undefined;
}

/**
 * The playback at the end. A player in another frame reports its own end later, after the session has ended.
 * If the page's address has changed since it was read, the report states only the end.
 */
function lastOf(
  { cause, reading, gate }: Report,
  own: ObservedPlayback | undefined,
  other: ObservedPlayback | undefined,
): Pick<Observation, 'playback' | 'missedUnload'> {
  const isUnread = cause === 'leave' && reading === undefined && gate === undefined;
  if (own === undefined && (isUnread || other?.state === 'playing')) return { missedUnload: true };
  return defined({ playback: own ?? other });
}

/** What the observation takes from the page. */
function pageOf(state: TabState, now: number): Pick<Observation, 'siteId' | 'reading' | 'gate'> {
  const { siteId = '', reading } = state;
  const gate = isWatchedByOther(state, now) ? 'not-me' : state.gate;
  return { siteId, ...defined({ reading, gate }) };
}

/** The top frame decides what is read: fields missing from its report are removed. */
function withTopFrame(before: TabState, { url, visible, ...report }: Report): TabState {
  const { reading: _reading, ...rest } = before;
  // The schema types each field of the item as present or undefined, our type as optional.
  const reading = withSiteName(report.reading as PageReading | undefined, before.siteId);
  return { ...rest, url, visible, ...defined({ reading }) };
}

/** A site's own name for a work means something only together with the site. */
function withSiteName(reading: PageReading | undefined, siteId = ''): PageReading | undefined {
  const { site, ...ids } = reading?.item.ids ?? {};
  if (reading === undefined || site === undefined) return reading;
  const named = /^[\w.:-]{1,100}$/.test(site) ? { site: `${siteId}:${site}` } : {};
  return { ...reading, item: { ...reading.item, ids: { ...ids, ...named } } };
}

/**
 * A gate opens when the frame that stated it no longer does. A frame that has a player and takes its place
 * also takes over the player's gate.
 */
function withGate(before: TabState, { gate, playback }: Report, frameId: number): TabState {
  if (gate !== undefined) return { ...before, gate, gateFrame: frameId };
  const { gateFrame = 0 } = before;
  const isOpen = gateFrame === frameId || (gateFrame * frameId > 0 && playback !== undefined);
  if (!isOpen) return before;
  const { gate: _gate, gateFrame: _frame, ...rest } = before;
  return rest;
}

/**
 * Prefers the playing frame; between equals the reporting one, then the one that reported last. A frame
 * without a recent report is gone.
 */
function currentPlayback(
  playbacks: TabState['playbacks'],
  frameId: number,
  now: number,
): ObservedPlayback | undefined {
  const own = playbacks[frameId];
  if (own?.state === 'playing') return own;
  const others = Object.values(playbacks)
    .filter(({ state, at, receivedAt = at }) => state !== 'playing' || now - receivedAt < LONGEST_SILENCE)
    .sort((a, b) => (b.receivedAt ?? b.at) - (a.receivedAt ?? a.at));
  return others.find(({ state }) => state === 'playing') ?? own ?? others[0];
}

/** The person has chosen "Not watched by me" for this item in this tab. */
function isWatchedByOther({ reading, notMe }: TabState, now: number): boolean {
  const item = reading?.item;
  if (notMe === undefined || notMe.until <= now || item === undefined) return false;
  return isReadable(item) && itemKey(item) === notMe.key;
}

/** Causes of a player's last report. */
const FINAL_CAUSES: Report['cause'][] = ['leave', 'lost'];
/** Milliseconds. A playing frame reports at least once per interval, which is ten minutes at most. */
const LONGEST_SILENCE = 900_000;
