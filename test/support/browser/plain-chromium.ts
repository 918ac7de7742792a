import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buildExtension } from '../../../scripts/build/build-extension';
import type { SiteServer } from '../server/site-server';
import { waitFor } from '../wait-for';
import { requireChromium } from './browser-paths';
import type { ExtensionBrowser } from './drive-extension';

/** A Chromium whose tabs no driver is attached to: what a driver turns off works, such as prerendering. */
export interface PlainChromium extends ExtensionBrowser {
  /** Opens a tab. Its page drives itself. */
  readonly open: (url: string) => Promise<void>;
  readonly grantHosts: (patterns: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts Chromium with the extension installed, over a pipe and without the switches of a driver. */
export async function launchPlainChromium(sites: SiteServer): Promise<PlainChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'matinee-profile-'));
  const child = spawn(requireChromium(), argsOf(profile, sites), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , , input, output] = child.stdio;
  const send = createPipe(input as Writable, output as Readable);
  const folder = await buildExtension({ browser: 'chrome' });
  const { id } = (await send('Extensions.loadUnpacked', { path: folder })) as { id: string };
  const extensionPage = await attachTo(send, `chrome-extension://${id}/manifest.json`);
  return {
    open: async (url) => void (await send('Target.createTarget', { url })),
    evaluate: (code, argument) => evaluateIn(send, extensionPage, code, argument) as Promise<never>,
    async grantHosts(patterns) {
      const settings = await attachTo(send, 'chrome://extensions/');
      await evaluateIn(send, settings, approveHosts, [id, patterns]);
      await evaluateIn(send, extensionPage, requestHosts, patterns);
    },
    async close() {
      const ended = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      void send('Browser.close', {}).catch(() => undefined);
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function argsOf(profile: string, { port }: SiteServer): string[] {
  return [
    `--user-data-dir=${profile}`,
    '--headless=new',
    '--remote-debugging-pipe',
    '--enable-unsafe-extension-debugging',
    '--no-first-run',
    '--disable-gpu',
    '--autoplay-policy=no-user-gesture-required',
    '--ignore-certificate-errors',
    `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
    // Chromium's sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    'about:blank',
  ];
}

type Send = (method: string, params: object, sessionId?: string) => Promise<unknown>;

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Commands and answers of the browser's protocol: JSON, each followed by a zero byte. */
function createPipe(input: Writable, output: Readable): Send {
  const waiting = new Map<number, (answer: Answer) => void>();
  let count = 0;
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (text + chunk).split('\0');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer;
      waiting.get(answer.id ?? 0)?.(answer);
    }
  });
  return async (method, params, sessionId) => {
    const id = ++count;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
    waiting.delete(id);
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
}

/** Opens a page of the browser or the extension, and returns the session that controls it. */
async function attachTo(send: Send, url: string): Promise<string> {
  const { targetId } = (await send('Target.createTarget', { url })) as { targetId: string };
  const attached = await send('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = attached as { sessionId: string };
  await waitFor(url, () => evaluateIn(send, sessionId, isLoaded, url).catch(() => false));
  return sessionId;
}

function isLoaded(url: string): boolean {
  return location.href.startsWith(url) && document.readyState === 'complete';
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
}

/** Evaluates a function with a user gesture; argument and result are copied as JSON. */
async function evaluateIn(
  send: Send,
  session: string,
  code: (argument: never) => unknown,
  argument: unknown,
): Promise<unknown> {
  const expression = `(${String(code)})(${JSON.stringify(argument) ?? 'undefined'})`;
  const options = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
  const { result, exceptionDetails } = (await send('Runtime.evaluate', options, session)) as Evaluated;
  if (exceptionDetails !== undefined)
    throw new Error(exceptionDetails.exception?.description ?? 'the page threw');
  return result.value;
}

async function approveHosts([id, hosts]: readonly [string, readonly string[]]): Promise<void> {
  for (const host of hosts) await chrome.developerPrivate.addHostPermission(id, host);
}

function requestHosts(origins: readonly string[]): Promise<boolean> {
  return chrome.permissions.request({ origins: [...origins] });
}

/** The extension API, for functions that run in the browser. */
declare const chrome: {
  readonly permissions: {
    readonly request: (permissions: { origins: string[] }) => Promise<boolean>;
  };
  readonly developerPrivate: { readonly addHostPermission: (id: string, host: string) => Promise<void> };
};
