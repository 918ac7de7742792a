import { sendQuietly } from '../../platform/messaging/send-quietly';
import { frameScope, type ReadingAid } from '../frame/frame-scope';
import type { PageAccess, ReadContext } from '../reader/context';
import { remembered } from '../reader/memory';
import { Unanswered } from '../reader/unanswered';

/**
 * Readers whose code is not part of the content script, since few connectors need them. Generic reading is
 * for connectors that no longer fit their page, and is loaded only where something plays.
 */
export const loadedReaders: Pick<PageAccess, 'readGeneric' | 'readOnDemand' | 'readOwnClock'> = {
  readGeneric: (context) =>
    context.video || context.definition.frames ? loadedAid(context)?.readGeneric(context) : undefined,
  readOnDemand: (source, context) => loadedAid(context)?.readOnDemand(source, context),
  readOwnClock: (video, context, read) => loadedAid(context)?.readOwnClock(video, context, read),
};

/** Reads labels. It is loaded with the first one: many pages need labels only where they state no number. */
export function labelReader(context: Needed): PageAccess['parseSeasonEpisode'] {
  return (...label) => {
    const aid = loadedAid(context);
    if (!aid) throw new Unanswered();
    return aid.parseSeasonEpisode(...label);
  };
}

type Needed = Pick<ReadContext, 'memory' | 'now'>;

/** The reading aid. The worker injects it into this frame; after a failure it is asked again, ever later. */
function loadedAid({ memory, now }: Needed): ReadingAid | undefined {
  const scope = frameScope();
  const ask = async () => {
    await sendQuietly('reading-aid', {});
    return scope.readingAid;
  };
  return scope.readingAid ?? (remembered(memory, 'aid', 1, now, ask) as ReadingAid | undefined);
}
