import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { requireChromium } from '../../support/browser-paths';
import { buildPages } from './build-pages';
import { standIn, type Scene, type Sent } from './stand-in';

export interface View {
  readonly page: Page;
  /** Messages to the worker and calls of the browser so far. */
  readonly sent: () => Promise<readonly Sent[]>;
  /** Stores something as the worker would. */
  readonly store: (area: 'local' | 'session', values: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ViewOptions extends Partial<Omit<Scene, 'messages'>> {
  /** Path and hash below `src/`, such as `popup/index.html?tab=1`. */
  readonly path: string;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly forcedColors?: boolean;
}

export interface Views {
  readonly open: (options: ViewOptions) => Promise<View>;
  readonly close: () => Promise<void>;
}

const origin = 'https://matinee.test';
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.png': 'image/png', '.svg': 'image/svg+xml' };
// What the manifest allows its pages: a view that needs more fails here as it would in the extension.
const policy = "script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

const poster = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300"><defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="#20303c"/><stop offset="1" stop-color="#c96f3b"/></linearGradient></defs><rect width="200" height="300" fill="url(#a)"/><circle cx="135" cy="95" r="42" fill="#f6dfae"/><path d="M0 230 50 190l40 30 60-60 50 50v90H0Z" fill="#121a20"/><path d="M92 300v-70l10-14 10 14v70Z" fill="#0b1014"/></svg>';

/** One Chromium in which any page of the extension can be opened in any state. Close it in the end. */
export async function openViews(): Promise<Views> {
  const folder = await buildPages();
  const browser: Browser = await chromium.launch({ executablePath: requireChromium(), chromiumSandbox: process.getuid?.() !== 0 });
  return {
    async open({ path, theme = 'light', width = 1100, height = 800, forcedColors = false, ...scene }) {
      const language = scene.language ?? 'en';
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: language.replace('_', '-'),
        ...(forcedColors ? { forcedColors: 'active' as const } : {}),
      });
      await serve(context, folder);
      // tsx wraps functions in a helper that does not exist in the page.
      await context.addInitScript('globalThis.__name = (value) => value');
      await context.addInitScript(standIn, { local: {}, session: {}, tabs: [], answers: {}, grants: true, ...scene, language, messages: await messagesOf(language) });
      const page = await context.newPage();
      const failures: string[] = [];
      page.on('pageerror', (error) => failures.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) failures.push(message.text());
      });
      await page.goto(`${origin}/src/${path}`);
      await page.waitForSelector('#app > *', { timeout: 10_000 }).catch((cause: unknown) => {
        throw new Error(`${path} stays empty: ${failures.join(' ')}`, { cause });
      });
      return {
        page,
        sent: () => page.evaluate(() => (globalThis as unknown as { standInSent: Sent[] }).standInSent),
        store: (area, values) => page.evaluate(([name, stored]) => (globalThis as unknown as { standInStore: Record<string, { set(values: unknown): Promise<void> }> }).standInStore[name]?.set(stored), [area, values] as const),
        async close() {
          await context.close();
          if (failures.length > 0) throw new Error(`The page reported: ${failures.join('\n')}`);
        },
      };
    },
    close: () => browser.close(),
  };
}

async function serve(context: BrowserContext, folder: string): Promise<void> {
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== origin) return route.abort();
    if (url.pathname === '/poster.svg') return route.fulfill({ body: poster, contentType: types['.svg'] ?? '' });
    const body = await readFile(`${folder}${url.pathname}`).catch(() => undefined);
    if (body === undefined) return route.fulfill({ status: 404, body: '' });
    return route.fulfill({ body, contentType: types[extname(url.pathname)] ?? 'application/octet-stream', headers: { 'content-security-policy': policy } });
  });
}

async function messagesOf(language: string): Promise<Scene['messages']> {
  const file = fileURLToPath(new URL(`../../../public/_locales/${language}/messages.json`, import.meta.url));
  return JSON.parse(await readFile(file, 'utf8')) as Scene['messages'];
}
