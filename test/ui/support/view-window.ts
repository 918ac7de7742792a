import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Browser, Page } from 'playwright';
import manifest from '../../../manifest.json' with { type: 'json' };

/**
 * A browser window that shows views in order, each in a new document. A new window for each view would start
 * a new process of the browser, which takes longer than most of the tests.
 */
export interface ViewWindow {
  readonly page: Page;
  /** Errors of the page since `show`. */
  readonly failures: readonly string[];
  /** Opens a path below `src/`; `script` runs before the scripts of the page. */
  readonly show: (path: string, script: string) => Promise<void>;
  /** Closes the view and deletes what it stored. */
  readonly clear: () => Promise<void>;
}

export type PageFiles = ReadonlyMap<string, Buffer>;

const origin = 'https://matinee.test';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
// So that a view that needs more fails as it would in the extension.
const policy = manifest.content_security_policy.extension_pages;

/** Where the tracker of the scenes has its pictures, so that no test needs a network. */
const posters = 'https://tracker.example/poster/';
const poster =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300">' +
  '<defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="#20303c"/>' +
  '<stop offset="1" stop-color="#c96f3b"/></linearGradient></defs>' +
  '<rect width="200" height="300" fill="url(#a)"/><circle cx="135" cy="95" r="42" fill="#f6dfae"/>' +
  '<path d="M0 230 50 190l40 30 60-60 50 50v90H0Z" fill="#121a20"/>' +
  '<path d="M92 300v-70l10-14 10 14v70Z" fill="#0b1014"/></svg>';

export async function openWindow(browser: Browser, files: PageFiles, locale: string): Promise<ViewWindow> {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const failures: string[] = [];
  let before = '';
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      failures.push(message.text());
  });
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.href.startsWith(posters))
      return route.fulfill({
        body: poster,
        contentType: 'image/svg+xml',
        headers: { 'access-control-allow-origin': '*' },
      });
    if (url.origin !== origin) return route.abort();
    if (url.pathname === '/empty')
      return route.fulfill({ body: '<script>localStorage.clear()</script>', contentType: 'text/html' });
    if (url.pathname === '/before.js') return route.fulfill({ body: before, contentType: 'text/javascript' });
    const body = files.get(url.pathname);
    if (body === undefined) return route.fulfill({ status: 404, body: '' });
    const contentType = types[extname(url.pathname)] ?? 'application/octet-stream';
    const headers = { 'content-security-policy': policy };
    if (contentType !== 'text/html') return route.fulfill({ body, contentType, headers });
    return route.fulfill({
      body: body.toString('utf8').replace('<head>', '<head><script src="/before.js"></script>'),
      contentType,
      headers,
    });
  });
  return {
    page,
    failures,
    async show(path, script) {
      before = script;
      failures.length = 0;
      await page.goto(`${origin}/src/${path}`);
      await page.waitForSelector('#app > *', { timeout: 10_000 }).catch((cause: unknown) => {
        throw new Error(`${path} stays empty: ${failures.join(' ')}`, { cause });
      });
    },
    async clear() {
      // A page of the same origin, so that the process is kept.
      await page.goto(`${origin}/empty`);
    },
  };
}

/** The built pages by their path. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  return new Map(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length), await readFile(path)] as const)),
  );
}
