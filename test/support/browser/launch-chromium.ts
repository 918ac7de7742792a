import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Worker } from 'playwright';
import { requireChromium } from './browser-paths';
import { buildExtension } from '../../../scripts/build/build-extension';
import { controlChromium, type Chromium } from './chromium';
import { isHeaded } from './is-headed';
import { loadUnpacked } from './load-unpacked';
import type { SiteServer } from '../server/site-server';
import { waitFor } from '../wait-for';

export interface LaunchOptions {
  /** Folder of a built extension; default: the cached build of these sources. `false`: no extension. */
  readonly extension?: string | false;
  /** Serves every host name. Without it a headless browser resolves no name but `localhost`. */
  readonly sites?: SiteServer;
  /** Shows a window, which also reaches the real internet when there are no `sites`. Default: headless. */
  readonly visible?: boolean;
  /** The caller handles SIGINT and SIGTERM. Default: Playwright closes the browser and ends the process. */
  readonly ownSignals?: boolean;
  /** Folder of the profile, which is kept. Default: a fresh one that is deleted at the end. */
  readonly profile?: string;
  readonly locale?: string;
  readonly args?: readonly string[];
  /** Arguments of Playwright that are left out. */
  readonly withoutArgs?: readonly string[];
}

/**
 * Starts Chromium with the extension installed, in under a second. Call `close()` in `finally` or `afterAll`.
 */
export async function launchChromium(options: LaunchOptions = {}): Promise<Chromium> {
  const extension = options.extension ?? (await buildExtension({ browser: 'chrome' }));
  const profile = options.profile ?? (await newProfile());
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireChromium(),
    headless: !options.visible && !isHeaded(),
    // Chromium's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    ignoreHTTPSErrors: options.sites !== undefined,
    viewport: options.visible ? null : { width: 1280, height: 800 },
    ...(options.locale && { locale: options.locale }),
    // Playwright disables extensions by default.
    ignoreDefaultArgs: ['--disable-extensions', ...(options.withoutArgs ?? [])],
    handleSIGINT: !options.ownSignals,
    handleSIGTERM: !options.ownSignals,
    args: chromiumArguments(extension, options),
  });
  // A browser on a busy machine may stand still for half a minute.
  context.setDefaultTimeout(60_000);
  try {
    const extensionId = extension === false ? '' : await findExtension(context, extension);
    return controlChromium({
      context,
      extension: extension === false ? '' : extension,
      extensionId,
      profile,
      keepProfile: options.profile !== undefined,
      basePage: options.visible ? 'src/options/index.html' : 'manifest.json',
    });
  } catch (error) {
    await context.close();
    throw error;
  }
}

/**
 * A profile without the two pages that Chromium 156 loads at each start for the suggestions of its address
 * bar: 0.7 s of the 2.4 s of processor that a start takes. They are choices of `chrome://flags` (`@2`: off),
 * since of two switches `--disable-features` only the last holds, and Playwright needs its own.
 */
async function newProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'matinee-profile-'));
  const flags = ['webui-omnibox-popup@2', 'webui-omnibox-aim-popup@2'];
  await writeFile(
    join(profile, 'Local State'),
    JSON.stringify({ browser: { enabled_labs_experiments: flags } }),
  );
  return profile;
}

/** The arguments of a Chromium with this extension, or with none. */
export function chromiumArguments(extension: string | false, options: LaunchOptions): string[] {
  return [
    ...BASE_ARGS,
    ...extensionArgs(extension),
    ...networkArgs(options),
    ...(options.locale ? [`--lang=${options.locale}`] : []),
    ...(options.args ?? []),
  ];
}

const BASE_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  // Allows `Extensions.triggerAction`, which opens the real popup, and `Extensions.loadUnpacked`.
  '--enable-unsafe-extension-debugging',
];

function extensionArgs(extension: string | false): string[] {
  return extension === false
    ? []
    : [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`];
}

function networkArgs({ sites, visible }: LaunchOptions): string[] {
  if (sites === undefined && visible) return [];
  const target = sites === undefined ? '~NOTFOUND' : `127.0.0.1:${sites.port}`;
  const rules = `--host-resolver-rules=MAP * ${target}, EXCLUDE 127.0.0.1, EXCLUDE localhost`;
  return sites === undefined ? [rules] : [rules, '--ignore-certificate-errors'];
}

async function findExtension(context: BrowserContext, folder: string): Promise<string> {
  const isExtensionWorker = (candidate: Worker) => candidate.url().startsWith('chrome-extension://');
  const worker = await waitFor(
    'the worker of the extension',
    () => context.serviceWorkers().find(isExtensionWorker),
    {
      timeout: 5000,
    },
  ).catch(() => undefined);
  if (worker !== undefined) return new URL(worker.url()).host;
  // Google Chrome ignores --load-extension since version 137.
  return loadUnpacked(context, folder);
}
