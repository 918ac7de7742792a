import type { Outcome } from '../../core/outbox/apply-response';
import type { DeliveryError } from '../../core/outbox/outbox-entry';
import { defined } from '../../core/values/defined';
import { TrackerError, type TrackerErrorCode } from '../../tracker/tracker-error';

/** What a failed call to the tracker means for an update. */
export function outcomeOf(error: TrackerError): Outcome {
  const { code, message, status, reason, retryAfter } = error;
  const trouble: DeliveryError = { code, message, ...defined({ status }) };
  // A 404 without the error record does not come from the operation: a wrong base address, or a proxy.
  if (code === 'not-found' && reason === undefined) return { kind: 'later', trouble };
  const kind = KINDS[code];
  if (kind !== 'later') return { kind, trouble };
  return { kind, trouble, offline: code === 'network', ...defined({ retryAfter }) };
}

/** The outcome of a call. Rethrows what is not a TrackerError. */
export async function attempt(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    await call();
    return { kind: 'accepted' };
  } catch (error) {
    if (error instanceof TrackerError) return outcomeOf(error);
    throw error;
  }
}

const KINDS: Readonly<Record<TrackerErrorCode, Exclude<Outcome['kind'], 'accepted'>>> = {
  unauthorized: 'signed-out',
  'not-found': 'gone',
  conflict: 'conflict',
  forbidden: 'refused',
  validation: 'refused',
  'too-large': 'refused',
  malformed: 'malformed',
  network: 'later',
  timeout: 'later',
  'rate-limited': 'later',
  server: 'later',
};
