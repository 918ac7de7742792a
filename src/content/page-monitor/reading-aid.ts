import { sendQuietly } from '../../platform/messaging/send-quietly';
import { frameScope, type ReadingAid } from '../frame/frame-scope';
import type { PageAccess, ReadContext } from '../reader/context';
import { remembered } from '../reader/memory';

/**
 * Readers whose code is not part of the content script, since few connectors need them. Generic reading is
 * for connectors that no longer fit their page, and is loaded only where something plays.
 */
type ReaderName = 'parseSeasonEpisode' | 'readGeneric' | 'readOnDemand' | 'readOwnClock';
export const loadedReaders: Pick<PageAccess, ReaderName> = {
  parseSeasonEpisode: (text, label) => frameScope().readingAid?.parseSeasonEpisode(text, label),
  readGeneric: async (context) =>
    context.video || context.definition.frames
      ? (await loadReadingAid(context))?.readGeneric(context)
      : undefined,
  readOnDemand: async (source, context) => (await loadReadingAid(context))?.readOnDemand(source, context),
  readOwnClock: async (video, context, read) =>
    (await loadReadingAid(context))?.readOwnClock(video, context, read),
};

/** Asks the worker to inject the reading aid into this frame; after a failure again, with back-off. */
export async function loadReadingAid({
  memory,
  now,
}: Pick<ReadContext, 'memory' | 'now'>): Promise<ReadingAid | undefined> {
  const scope = frameScope();
  if (!scope.readingAid) await remembered(memory, 'aid', 0, now, () => sendQuietly('reading-aid', {}));
  return scope.readingAid;
}
