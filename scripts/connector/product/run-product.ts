import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page, type Route } from 'playwright';
import { findBrowser } from '../../find-browser.mjs';
import { builtInSite, readDefinitionFile, root } from '../files';
import { readingAsJson } from '../print-reading';
import { capturePage } from './capture-page';
import { jellyfinServer, type StandInAnswer, type StandInRequest } from './jellyfin-server';
import { episodes, library, serverId, token, userId } from './jellyfin-library';
import { readCaptured } from './read-captured';

/**
 * Plays in the real web client of a product, served with a stand-in of its server, and prints what the
 * packaged connector reads. Returns the exit code; `undefined` when arguments are missing.
 */
export async function runProduct(args: readonly string[]): Promise<number | undefined> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { client, version } = values;
  if (positionals[0] !== 'jellyfin' || client === undefined) return undefined;
  if (!existsSync(join(client, 'index.html')))
    throw new Error(`${client} has no index.html of a built client`);
  const film = readFileSync(join(root, 'test/support/film/feature.webm'));
  const server = jellyfinServer({ client, film, version });
  const definition = readDefinitionFile(builtInSite('jellyfin'));
  const browser = await chromium.launch(launchOptions());
  try {
    for (const played of [library[0], episodes[0]]) {
      // One after the other, as in a tab.
      // oxlint-disable-next-line no-await-in-loop
      const page = await openClient(await browser.newContext({ ignoreHTTPSErrors: true }), server);
      // oxlint-disable-next-line no-await-in-loop
      await playItem(page, played.Id);
      // oxlint-disable-next-line no-await-in-loop
      const captured = await capturePage(page);
      if (values.save !== undefined) save(values.save, played.Type.toLowerCase(), captured);
      // oxlint-disable-next-line no-await-in-loop
      const { trace: _, ...reading } = readingAsJson(await readCaptured(definition, captured, server)) as {
        readonly trace: unknown;
      };
      console.log(JSON.stringify({ client: version, played: played.Name, ...reading }, undefined, 1));
    }
    return 0;
  } finally {
    await browser.close();
  }
}

const options = {
  client: { type: 'string' },
  version: { type: 'string', default: '12.0.0' },
  save: { type: 'string' },
} as const;

const origin = 'https://demo.jellyfin.org';

function launchOptions() {
  const executablePath = findBrowser('chromium');
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--autoplay-policy=no-user-gesture-required'],
  };
}

type Context = Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>['newContext']>>;

/** A tab in which the person is signed in at the stand-in. No request leaves the machine. */
async function openClient(
  context: Context,
  server: (request: StandInRequest) => StandInAnswer,
): Promise<Page> {
  await context.route('**/*', (route) => answer(route, server));
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    'jellyfin_credentials',
    JSON.stringify(credentials),
  ] as const);
  return context.newPage();
}

async function answer(route: Route, server: (request: StandInRequest) => StandInAnswer): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  if (url.origin !== origin) return route.abort();
  const { status, contentType, body } = server({ method: request.method(), url, headers: request.headers() });
  return route.fulfill({ status, contentType, body });
}

const credentials = {
  Servers: [
    {
      Id: serverId,
      Name: 'Stand-in',
      ManualAddress: origin,
      LastConnectionMode: 2,
      manualAddressOnly: true,
      UserId: userId,
      AccessToken: token,
      DateLastAccessed: 1,
    },
  ],
};

/** The page of the item, a click on its button, and the player with its controls. */
async function playItem(page: Page, id: string): Promise<void> {
  await page.goto(`${origin}/web/#/details?id=${id}&serverId=${serverId}`);
  await page.locator('.btnPlay:visible, [data-action="play"]:visible').first().click({ timeout: 30_000 });
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0, undefined, {
    timeout: 30_000,
  });
  await page.mouse.move(400, 300);
  const isNamed = () => (document.querySelector('h3.pageTitle')?.textContent ?? '').trim() !== '';
  await page.waitForFunction(isNamed, undefined, { timeout: 10_000 }).catch(() => undefined);
}

function save(folder: string, name: string, { html }: { readonly html: string }): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.html`), html);
}
