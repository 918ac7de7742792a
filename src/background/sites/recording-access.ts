import { isPaused } from '../../core/settings/settings';
import type { Environment } from './environment';
import { coversUrl } from './site-patterns';

/** Whether this is a private window while those are turned off: nothing of it is read, stored or sent. */
export function isExcludedWindow({ settings }: Environment, isPrivate: boolean): boolean {
  return isPrivate && !settings.privateWindows;
}

/**
 * Whether a page at this address may be recorded: access is granted, recording is not paused, and the window
 * is not excluded.
 */
export function isRecordable(environment: Environment, url: string, isPrivate: boolean): boolean {
  const { granted, settings, now } = environment;
  return coversUrl(granted, url) && !isPaused(settings, now) && !isExcludedWindow(environment, isPrivate);
}
