import type { Outcome } from '../../core/outbox/entry-change';
import type { DeliveryError } from '../../core/outbox/outbox-entry';
import { defined } from '../../core/values/defined';
import { isUnauthorized, TrackerError, type TrackerErrorCode } from '../../tracker/tracker-error';

/**
 * The meaning of a failed call for an update. Only the API itself can refuse one, with its error record
 * (`reason`): the same status from a firewall or proxy says nothing.
 */
export function outcomeOf(error: TrackerError): Outcome {
  const { code, message, status, reason, retryAfter } = error;
  const trouble: DeliveryError = { code, message, ...defined({ status }) };
  if (isUnauthorized(error)) return { kind: 'signed-out', trouble };
  if (reason !== undefined && REFUSALS.includes(code)) return { kind: 'refused', trouble };
  if (reason !== undefined && code === 'not-found') return { kind: 'gone', trouble };
  const aboutTitle = error.aboutTitle || reason?.startsWith('CATALOGUE_');
  return { kind: 'later', trouble, offline: code === 'network', ...defined({ retryAfter, aboutTitle }) };
}

/** The outcome of a call. Rethrows anything but a TrackerError. */
export async function attempt(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    await call();
    return { kind: 'accepted' };
  } catch (error) {
    if (error instanceof TrackerError) return outcomeOf(error);
    throw error;
  }
}

/** API v1 has no 409, so a 409 neither accepts nor refuses an update. */
const REFUSALS: readonly TrackerErrorCode[] = ['forbidden', 'validation', 'too-large'];
