import { grantedOrigins } from '../../platform/browser/permissions';
import { allTabs } from '../../platform/browser/tabs';
import {
  registerContentScript,
  registerReceivedScript,
  startContentScript,
} from '../../platform/files/page-scripts';
import { sendToTab } from '../../platform/messaging/tab-messages';
import { coversPattern, coversUrl, scriptPatterns } from './site-patterns';
import { allSites, type Site } from './sites';

/** Registers the content script on exactly the hosts that are known, turned on and granted. */
export async function registerScripts(): Promise<void> {
  await registerContentScript(await runningPatterns());
  await registerReceivedScript(await runningPatterns(({ connector }) => connector.received === true));
}

/** Starts or stops the script in tabs that are already open, so that no page has to be reloaded. */
export async function reachOpenTabs(): Promise<void> {
  const [patterns, tabs] = await Promise.all([runningPatterns(), allTabs()]);
  await Promise.allSettled(
    tabs.map(async ({ id, url }) => {
      if (url !== undefined && coversUrl(patterns, url)) await startContentScript(id);
      else await sendToTab(id, 'hello');
    }),
  );
}

async function runningPatterns(isWanted: (site: Site) => boolean = () => true): Promise<string[]> {
  const [sites, granted] = await Promise.all([allSites(), grantedOrigins()]);
  const wanted = sites.filter((site) => site.state.enabled && isWanted(site)).flatMap(scriptPatterns);
  return [...new Set(wanted)].filter((pattern) => coversPattern(granted, pattern));
}
