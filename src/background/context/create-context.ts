import { extensionVersion } from '../../platform/browser/version';
import { openData } from './migrations';
import type { World } from './context';

declare const __DEFAULT_BASE_URL__: string;

/** The real world of the worker. */
export async function createWorld(): Promise<World> {
  return {
    database: await openData(),
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
    defaultBaseUrl: __DEFAULT_BASE_URL__,
    version: extensionVersion(),
  };
}
