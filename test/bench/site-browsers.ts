import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../support/browser/drive-extension';
import { launchChromium } from '../support/browser/launch-chromium';
import { launchFreeBrowser, type FreeBrowser } from '../support/browser/launch-free-browser';
import { startSiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { siteHosts, sitePatterns } from './site-pages';
import { startCinemaService } from '../support/server/start-cinema-service';

/** Browsers that nobody drives, with the sites of `siteHosts` and the tracker. */
export interface SiteBrowsers {
  /** With the extension in this folder, signed in and with access to the sites; or without one. */
  readonly open: (extension: string | false) => Promise<SiteBrowser>;
  /** With another extension, as it is after its installation. */
  readonly openOther: (extension: string) => Promise<FreeBrowser>;
  readonly close: () => Promise<void>;
}

export interface SiteBrowser extends FreeBrowser {
  /** Of the pages of the extension; empty without one. */
  readonly origin: string;
}

export async function startSiteBrowsers(): Promise<SiteBrowsers> {
  const closers: (() => Promise<unknown>)[] = [];
  const service = await startCinemaService();
  closers.push(() => service.close());
  const sites = await startSiteServer(siteHosts);
  closers.push(() => sites.close());

  /** A profile that is signed in and has access to the sites. */
  const prepare = async (profile: string, extension: string) => {
    const chromium = await launchChromium({ extension, sites, profile });
    try {
      await signIn(chromium, service);
      await chromium.grantHosts(sitePatterns);
    } finally {
      await chromium.close();
    }
  };
  const launch = async (extension: string | false, isOurs: boolean) => {
    const profile = await mkdtemp(join(tmpdir(), 'matinee-profile-'));
    closers.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    if (isOurs && extension !== false) await prepare(profile, extension);
    const free = await launchFreeBrowser(profile, extension, sites);
    closers.push(() => free.browser.close());
    return free;
  };
  return {
    async open(extension) {
      const free = await launch(extension, true);
      return { ...free, origin: extension === false ? '' : await closeWelcome(free) };
    },
    openOther: (extension) => launch(extension, false),
    async close() {
      for (const closer of closers.toReversed()) await closer();
    },
  };
}

/**
 * Closes the page that opens by itself after the installation: else the measured page is in the background,
 * where the browser may not load its film. Returns the origin of the extension's pages.
 */
async function closeWelcome({ browser }: FreeBrowser): Promise<string> {
  const welcome = await waitFor('the welcome page', async () =>
    (await browser.pages()).find((page) => page.url().endsWith('/welcome.html')),
  );
  const { protocol, host } = new URL(welcome.url());
  await welcome.close();
  return `${protocol}//${host}`;
}
