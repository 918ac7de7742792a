import type { Status } from '../../core/status/status';

export type Tone = 'good' | 'wait' | 'bad' | 'quiet';

/** How the status feels: recorded, waiting by itself, needs a hand, or deliberately off. */
export function statusTone(status: Status): Tone {
  switch (status.kind) {
    case 'scrobbling':
    case 'watched':
      return 'good';
    case 'queued':
    case 'needs-review':
      return 'wait';
    case 'no-access':
    case 'unreadable':
    case 'unmatched':
    case 'signed-out':
    case 'rejected':
      return 'bad';
    case 'site-off':
    case 'paused':
    case 'unsupported':
    case 'no-player':
    case 'skipped':
      return 'quiet';
  }
}
