import { sendQuietly } from '../../platform/messaging/send-quietly';
import { frameScope, type ReadingAid } from '../frame/frame-scope';
import type { PageAccess, ReadContext } from '../reader/context';
import { remembered, Unanswered } from '../reader/memory';
import type { SnapshotReader } from '../reader/snapshot';

/**
 * Readers that few connectors need, so their code is not part of the content script. Generic reading is for
 * connectors that no longer fit their page; it is loaded only if something plays.
 */
export const loadedReaders: Pick<PageAccess, 'readGeneric' | 'readOnDemand' | 'readOwnClock'> = {
  readGeneric: (context) =>
    context.video || context.definition.frames ? loadedAid(context)?.readGeneric(context) : undefined,
  readOnDemand: (source, context) => loadedAid(context)?.readOnDemand(source, context),
  readOwnClock: (video, context, read) => loadedAid(context)?.readOwnClock(video, context, read),
};

/**
 * Reads labels. The code is loaded with the first label, since many pages need it only if they state no
 * number.
 */
export function labelReader(context: Needed): PageAccess['parseSeasonEpisode'] {
  return (...label) => {
    const aid = loadedAid(context);
    if (!aid) throw new Unanswered();
    return aid.parseSeasonEpisode(...label);
  };
}

/**
 * Reads with a connector on trial and its previous version; only with the previous version until the code for
 * both is loaded.
 */
export function onTrial(readNew: SnapshotReader, readFormer: SnapshotReader): SnapshotReader {
  let read: SnapshotReader | undefined;
  return async (...look) => {
    read ??= (await askAid())?.createTrialReader(readNew, readFormer);
    return (read ?? readFormer)(...look);
  };
}

/** Finds values in an HTML response, which few endpoints return. */
export async function selectWithAid(...page: Parameters<ReadingAid['selectTexts']>): Promise<unknown> {
  return (await askAid())?.selectTexts(...page);
}

type Needed = Pick<ReadContext, 'memory' | 'now'>;

/**
 * The reading aid. The worker injects it into this frame on request; after a failure it is asked again with
 * back-off.
 */
function loadedAid({ memory, now }: Needed): ReadingAid | undefined {
  return frameScope().readingAid ?? (remembered(memory, 'aid', 1, now, askAid) as ReadingAid | undefined);
}

async function askAid(): Promise<ReadingAid | undefined> {
  const scope = frameScope();
  if (!scope.readingAid) await sendQuietly('reading-aid', {});
  return scope.readingAid;
}
