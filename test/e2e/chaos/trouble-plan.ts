import type { Fault } from '../../support/server/fault-proxy';
import { createRandom, type Random } from './random';

/** A failure during the viewings. */
export type Trouble =
  | { readonly kind: 'stop-worker' }
  /** The next `calls` requests get this fault. */
  | { readonly kind: 'faults'; readonly fault: Fault; readonly calls: number }
  /** The network is lost for `ms` milliseconds. */
  | { readonly kind: 'offline'; readonly ms: number }
  | { readonly kind: 'restart-service' }
  /** SIGKILL; the service starts again after `ms` milliseconds. */
  | { readonly kind: 'kill-service'; readonly ms: number };

export interface Incident {
  /** Milliseconds since the previous incident. */
  readonly after: number;
  readonly trouble: Trouble;
}

/** An endless sequence that depends on the seed only. `gentle` makes the troubles short, for `npm test`. */
export function* planTroubles(seed: number, gentle: boolean): Generator<Incident, never> {
  const random = createRandom(seed, 'troubles');
  for (;;)
    yield {
      after: Math.round(random.between(500, gentle ? 2_400 : 4_500)),
      trouble: oneTrouble(random, gentle),
    };
}

function oneTrouble(random: Random, gentle: boolean): Trouble {
  const kind = random.weighted<Trouble['kind']>([
    ['stop-worker', 8],
    ['faults', 10],
    ['offline', 2],
    ['restart-service', 1],
    ['kill-service', 1.5],
  ]);
  switch (kind) {
    case 'stop-worker':
      return { kind };
    case 'faults':
      return { kind, fault: oneFault(random), calls: random.whole(1, gentle ? 2 : 4) };
    case 'offline':
      return { kind, ms: Math.round(random.between(500, gentle ? 1_500 : 6_000)) };
    case 'restart-service':
      return { kind };
    case 'kill-service':
      return { kind, ms: Math.round(random.between(100, 3_000)) };
  }
}

export function oneFault(random: Random): Fault {
  const kind = random.weighted<Fault['kind']>([
    ['lost-answer', 6],
    ['error', 3],
    ['busy', 2],
    ['garbage', 2],
    ['drop', 2],
    ['hang', 1],
  ]);
  switch (kind) {
    case 'busy':
      return { kind, retryAfter: random.whole(1, 4), date: random.chance(0.5) };
    case 'error':
      return { kind, status: random.pick([500, 502]) };
    case 'garbage':
      return { kind, html: random.chance(0.5) };
    case 'hang':
    case 'drop':
    case 'lost-answer':
      return { kind };
  }
}
