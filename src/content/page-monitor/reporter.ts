import { isContextValid, sendQuietly } from '../../platform/messaging/send-quietly';
import { hasOwnClock } from '../player/read-clock';
import { monotonicNow, positionAtUnload } from './playhead';
import type { PageSnapshot } from '../reader/snapshot';
import { lastPlayhead, type Player } from './player';
import {
  applyAnswer,
  closingSnapshot,
  decideReport,
  INITIAL_REPORT_STATE,
  nextDelay,
  type ReportCause,
  type PageActivity,
} from './report-policy';

/** Sends reports to the worker, as `report-policy` decides. */
export type Reporter = Readonly<{
  /** Reports a snapshot; without one, the loss of the page. `before`: the previous snapshot. */
  report(
    cause: ReportCause,
    snapshot: PageSnapshot | undefined,
    address: string,
    before?: PageSnapshot,
  ): Promise<void>;
  /** Reports the last position of a medium that was replaced within the page. */
  close(snapshot: PageSnapshot, address: string): Promise<void>;
  /** Reports the last snapshot at unload, when there is no time for a new one. */
  leave(snapshot: PageSnapshot, address: string): void;
  isDue: () => boolean;
  /** Seconds until the next look without an event; Infinity for never. */
  delay(activity: PageActivity): number;
}>;

/** Creates the reporter of one run of the script. `end` is called when the script is no longer wanted. */
export function createReporter(run: string, player: Player, end: () => unknown): Reporter {
  let state = INITIAL_REPORT_STATE;
  let seq = 0;

  async function send(cause: ReportCause, page: PageSnapshot, address: string) {
    const { reading, playback, gate, trial, worse } = page;
    const message = { ...placeOf(address), run, cause, reading, playback, gate, trial, worse };
    const attempt = () => sendQuietly('report', { ...message, seq: seq++ });
    // A worker that was terminated before it answered is started again by a second message.
    const answer = (await attempt()) ?? (isContextValid() ? await attempt() : { end: true });
    state = applyAnswer(state, answer, monotonicNow());
    if (answer?.end === true) end();
  }

  return {
    async report(cause, snapshot, address, before) {
      if (!snapshot && !state.lastSignature) return;
      const known = snapshot ?? {};
      const decision = decideReport(state, snapshot ? cause : 'lost', known, monotonicNow(), Date.now());
      state = decision.state;
      if (!decision.cause) return;
      const { playback } = known;
      const seekFrom = startOfSeek(player, known, before);
      player.seekFrom = undefined;
      await send(decision.cause, { ...snapshot, playback: playback && { ...playback, seekFrom } }, address);
    },
    async close(snapshot, address) {
      const closing = state.lastSignature && closingSnapshot(snapshot, lastPlayhead(player));
      if (closing) await send('pause', closing, address);
    },
    leave({ playback, ...snapshot }, address) {
      if (!state.lastSignature) return;
      const last = playback && positionAtUnload(playback, lastPlayhead(player));
      void send('leave', { ...snapshot, playback: last }, address);
      state = { ...state, lastSignature: '' };
    },
    isDue: () => state.dueAt <= monotonicNow(),
    delay: (activity) => nextDelay(state, activity, monotonicNow()),
  };
}

/**
 * Where a seek since the last report began, if there was one. A definition's own clock has no position for
 * that moment, so the one of the last look is used: the player may have stood still since.
 */
function startOfSeek(
  { seekFrom }: Player,
  now: PageSnapshot,
  before: PageSnapshot | undefined,
): number | undefined {
  if (seekFrom === undefined || !now.playback || !hasOwnClock(now.playback)) return seekFrom;
  return before && isSameMedium(before, now) ? before.playback?.position : undefined;
}

function isSameMedium(before: PageSnapshot, now: PageSnapshot): boolean {
  return (
    before.reading?.identity === now.reading?.identity && before.playback?.duration === now.playback?.duration
  );
}

function placeOf(address: string): Readonly<{ url: string; visible: boolean }> {
  return { url: address.slice(0, 4_000), visible: document.visibilityState === 'visible' };
}
