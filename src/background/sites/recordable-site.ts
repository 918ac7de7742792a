import type { Environment } from './environment';
import { isRecordable } from './recording-access';
import { findSite, type Site } from './sites';

/** The site of a page if it is on, accessible and not paused, in a window that may be recorded. */
export function recordableSite(environment: Environment, url: string, isPrivate: boolean): Site | undefined {
  const site = findSite(environment.sites, url);
  return site?.state.enabled === true && isRecordable(environment, url, isPrivate) ? site : undefined;
}
