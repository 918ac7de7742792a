import { isContextValid } from '../../platform/messaging/extension-context';
import { sendQuietly } from '../../platform/messaging/send-quietly';
import { hasOwnClock } from '../player/read-clock';
import type { PageSnapshot } from './page-snapshot';
import type { PlayerEvents } from './player-events';
import { positionAtUnload } from './playhead';
import {
  applyAnswer,
  closingSnapshot,
  decideReport,
  INITIAL_REPORT_STATE,
  nextDelay,
  type Cause,
  type PageActivity,
} from './report-policy';

/** Sends reports to the worker, as `report-policy` decides. `url` is the address that a snapshot belongs to. */
export interface Reporter {
  /** Reports a snapshot, or the loss of the page where there is none. */
  report(cause: Cause, snapshot: PageSnapshot | undefined, url: string): Promise<void>;
  /** Reports the last position of a title that another one has replaced within the page. */
  close(snapshot: PageSnapshot, url: string): Promise<void>;
  /** Reports the last snapshot while the page is unloaded; there is no time for a new one. */
  leave(snapshot: PageSnapshot, url: string): void;
  /** Seconds until the next look without an event; Infinity for none. */
  nextDelay(activity: PageActivity): number;
}

/** A reporter of one run of the script. `end` is called when the script is no longer wanted. */
export function createReporter(run: string, player: PlayerEvents, end: () => void): Reporter {
  let state = INITIAL_REPORT_STATE;
  let seq = 0;

  async function send(cause: Cause, { reading, playback, gate }: PageSnapshot, url: string): Promise<void> {
    const visible = document.visibilityState === 'visible';
    const content = { run, cause, url: url.slice(0, 4_000), visible, playback, reading, gate };
    const attempt = () => sendQuietly('report', { ...content, seq: seq++ });
    // A worker that is terminated before it answers is started again by a second message.
    const answer = (await attempt()) ?? (isContextValid() ? await attempt() : { end: true });
    state = applyAnswer(state, answer, Date.now());
    if (answer?.end === true) end();
  }

  return {
    async report(cause, snapshot, url) {
      if (snapshot === undefined && state.lastSignature === '') return;
      const decision = decideReport(state, snapshot ? cause : 'lost', snapshot ?? {}, Date.now());
      state = decision.state;
      if (decision.cause === undefined) return;
      const seekOrigin = player.takeSeekOrigin();
      const playback = snapshot?.playback;
      const seekFrom = playback && hasOwnClock(playback) ? undefined : seekOrigin;
      await send(decision.cause, { ...snapshot, playback: playback && { ...playback, seekFrom } }, url);
    },
    async close(snapshot, url) {
      if (state.lastSignature === '') return;
      const closing = closingSnapshot(snapshot, player.lastPlayhead());
      if (closing !== undefined) await send('pause', closing, url);
    },
    leave({ playback, ...snapshot }, url) {
      if (state.lastSignature === '') return;
      const last = playback && positionAtUnload(playback, player.lastPlayhead());
      void send('leave', { ...snapshot, playback: last }, url);
      state = { ...state, lastSignature: '' };
    },
    nextDelay: (activity) => nextDelay(state, activity, Date.now()),
  };
}
