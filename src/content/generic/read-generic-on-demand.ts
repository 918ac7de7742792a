import { sendQuietly } from '../../platform/messaging/send-quietly';
import { frameScope } from '../frame-scope';
import type { ReadContext } from '../reader/context';
import type { GenericReading } from './generic-reading';
import { remembered } from '../reader/memory';

/**
 * Generic reading is for connectors that no longer fit their page, so its code is not part of the content
 * script. When something plays here, the worker is asked to inject it into this frame; after a failure again,
 * with back-off.
 */
export async function readGenericOnDemand(context: ReadContext): Promise<GenericReading | undefined> {
  const { video, definition, memory, now } = context;
  if (video === undefined && definition.frames === undefined) return undefined;
  const scope = frameScope();
  if (scope.readGeneric === undefined)
    await remembered(memory, 'generic', 0, now, () => sendQuietly('reading-aid', {}));
  return scope.readGeneric?.(context);
}
