import { correctedMedia } from '../media/apply-correction';
import type { Correction } from '../media/correction';
import { isSameMedia, type Media } from '../media/media';
import { reopenMatch, type OutboxEntry } from './outbox-entry';

/** A waiting entry under the current corrections. An entry that loses its correction is resolved again. */
export function applyCorrections(entry: OutboxEntry, corrections: readonly Correction[]): OutboxEntry {
  if (entry.confirmed) return entry;
  const found = correctedMedia(entry.item, corrections);
  if (found !== undefined)
    return {
      ...resendStart(entry, found.media),
      match: { state: 'matched', media: found.media, confidence: 1, by: 'correction' },
      notBefore: 0,
      attempts: 0,
      parked: false,
    };
  return entry.match.state === 'matched' && entry.match.by === 'correction' ? reopenMatch(entry) : entry;
}

/**
 * The start of this viewing was sent for other media, so it is sent again for the new ones. If they were
 * watched before, the tracker counts a crossing as a second viewing only after a position below 90 %.
 */
function resendStart(entry: OutboxEntry, media: Media): OutboxEntry {
  const { match } = entry;
  return match.state === 'matched' && isSameMedia(match.media, media) ? entry : reopenMatch(entry);
}
