import type { Status, StatusKind } from '../../core/status/status';

/** Colour of a status: recorded, waiting without a need to act, needs an action, or off on purpose. */
export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

export function statusTone(status: Status): Tone {
  return TONES[status.kind];
}

const TONES: Readonly<Record<StatusKind, Tone>> = {
  scrobbling: 'good',
  watched: 'good',
  queued: 'wait',
  'needs-review': 'wait',
  'no-access': 'bad',
  unreadable: 'bad',
  unmatched: 'bad',
  'signed-out': 'bad',
  rejected: 'bad',
  'site-off': 'quiet',
  paused: 'quiet',
  unsupported: 'quiet',
  'no-player': 'quiet',
  skipped: 'quiet',
};
