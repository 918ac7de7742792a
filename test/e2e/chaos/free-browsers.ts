import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension } from '../../../scripts/build/build-extension';
import type { RunningService } from '../../../src/service/start-service';
import { launchChromium } from '../../support/browser/launch-chromium';
import { launchFirefox, type Firefox } from '../../support/browser/launch-firefox';
import { sendMessage, signIn, type ExtensionBrowser } from '../../support/browser/drive-extension';
import { spawnChromium, type SpawnedChromium } from '../../support/browser/spawn-chromium';
import type { SiteServer } from '../../support/server/site-server';

/** A browser with a profile of its own, in which nothing but the pages themselves opens, leaves or closes one. */
export interface FreeBrowser {
  /** Signs in, and grants access to the hosts. */
  readonly prepare: (service: RunningService, hosts: readonly string[]) => Promise<void>;
  /** Starts it with this page. */
  readonly start: (url: string) => Promise<void>;
  /** Ends all its processes at once. */
  readonly kill: () => Promise<void>;
  /** The same profile with an extension that answers messages. */
  readonly drive: () => Promise<ExtensionBrowser>;
  readonly close: () => Promise<void>;
}

export const engines = { chromium: freeChromium, firefox: freeFirefox };
export type Engine = keyof typeof engines;

/** A Chromium without the switches of a driver: pages are prerendered and kept in the back-forward cache. */
async function freeChromium(sites: SiteServer): Promise<FreeBrowser> {
  const extension = await buildExtension({ browser: 'chrome' });
  const profile = await mkdtemp(join(tmpdir(), 'matinee-profile-'));
  let running: SpawnedChromium | undefined;
  let driven: Awaited<ReturnType<typeof launchChromium>> | undefined;
  const launch = () => launchChromium({ extension, sites, profile });
  const kill = async () => {
    await running?.kill();
    running = undefined;
  };
  return {
    async prepare(service, hosts) {
      const chromium = await launch();
      await chromium.grantHosts(hosts);
      await signIn(chromium, service);
      await sendMessage(chromium, 'settings.set', LOGGED);
      await chromium.close();
    },
    async start(url) {
      running = spawnChromium(profile, extension, sites, url);
    },
    kill,
    async drive() {
      await kill();
      driven = await launch();
      return driven;
    },
    async close() {
      await kill();
      await driven?.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Firefox installs an unpacked extension for one start only, so each start installs it again; what it has
 * stored stays, since its address does.
 */
async function freeFirefox(sites: SiteServer): Promise<FreeBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'matinee-profile-'));
  let running: Firefox | undefined;
  let granted: readonly string[] = [];
  const launch = async () => {
    const firefox = await launchFirefox({ sites, profile, preferences: PREFERENCES });
    running = firefox;
    if (granted.length > 0) await firefox.grantHosts(granted);
    return firefox;
  };
  return {
    async prepare(service, hosts) {
      granted = hosts;
      const firefox = await launch();
      await signIn(firefox, service);
      await sendMessage(firefox, 'settings.set', LOGGED);
    },
    async start(url) {
      const { newPage } = running ?? (await launch());
      await (await newPage()).goto(url);
    },
    async kill() {
      await running?.kill();
      running = undefined;
    },
    drive: async () => running ?? launch(),
    async close() {
      await running?.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Each report is logged. */
const LOGGED = { logLevel: 'debug' } as const;

const PREFERENCES = {
  'extensions.webextensions.keepStorageOnUninstall': true,
  'extensions.webextensions.keepUuidOnUninstall': true,
  // Pages open and close windows without a click.
  'dom.disable_open_during_load': false,
  'dom.popup_maximum': -1,
  'dom.allow_scripts_to_close_windows': true,
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
};
