import { correctedMedia } from '../media/apply-correction';
import type { Correction } from '../media/correction';
import { isSameMedia, type Media } from '../media/media';
import type { OutboxEntry } from './outbox-entry';

/** An entry that waits, under the corrections as they are now; one that lost its correction is asked about anew. */
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
  return entry.match.state === 'matched' && entry.match.by === 'correction'
    ? { ...resendStart(entry, undefined), match: { state: 'open' } }
    : entry;
}

/**
 * The beginning of this viewing was told of other media. It is told again, of the right ones: if those were watched
 * before, the tracker takes a crossing for a second viewing only after a position below 90 %.
 */
function resendStart(entry: OutboxEntry, media: Media | undefined): OutboxEntry {
  const { accepted, match, ...rest } = entry;
  if (
    accepted === undefined ||
    (match.state === 'matched' && media !== undefined && isSameMedia(match.media, media))
  )
    return entry;
  return { ...rest, match, start: entry.start ?? accepted };
}
