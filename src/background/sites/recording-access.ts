import { isPaused } from '../../core/settings/settings';
import { grantedOrigins } from '../../platform/browser/permissions';
import { settingsStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import { coversUrl } from './site-patterns';

/**
 * Whether this is a private window while those are turned off: then nothing of it is read, stored or sent.
 */
export async function isExcludedWindow(isPrivate: boolean): Promise<boolean> {
  return isPrivate && !(await settingsStore.get()).privateWindows;
}

/** Whether a page at this address may be recorded: access is granted and recording is not paused. */
export async function isRecordable({ now }: AppContext, url: string): Promise<boolean> {
  const [granted, settings] = await Promise.all([grantedOrigins(), settingsStore.get()]);
  return coversUrl(granted, url) && !isPaused(settings, now());
}
