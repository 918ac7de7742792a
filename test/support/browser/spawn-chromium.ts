import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { requireChromium } from './browser-paths';
import { chromiumArguments } from './launch-chromium';
import type { SiteServer } from '../server/site-server';

export interface SpawnedChromium {
  /** Ends the browser as a crash of the machine would. */
  readonly kill: () => Promise<void>;
}

/**
 * Starts Chromium as a person does: no debugger is attached to anything, and none of the switches of a driver
 * is set, which turn the back-forward cache off and keep pages from being prerendered. Pages have to do by
 * themselves what a test needs. `extension`: its folder.
 */
export function spawnChromium(
  profile: string,
  extension: string,
  sites: SiteServer,
  url: string,
): SpawnedChromium {
  const browser = spawn(
    requireChromium(),
    [
      '--headless=new',
      `--user-data-dir=${profile}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // Without it Chromium ignores `--load-extension`.
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
      // A page opens another one without a click.
      '--disable-popup-blocking',
      ...chromiumArguments(extension, { sites }),
      url,
    ],
    { stdio: 'ignore', detached: true },
  );
  const ended = once(browser, 'exit');
  return {
    async kill() {
      // The whole group: a browser has many processes.
      if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null)
        process.kill(-browser.pid, 'SIGKILL');
      await ended;
    },
  };
}
