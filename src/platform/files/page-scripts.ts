import { browser } from '../browser/browser';

const registration = 'matinee-content';
/** The slash is needed because Firefox resolves a relative path against the calling page. */
const file = '/content.js';

/**
 * Registers the content script for these match patterns, in all frames; the registration survives a restart
 * of the browser.
 */
export async function registerContentScript(matches: string[]): Promise<void> {
  await register({ id: registration, js: [file], runAt: 'document_idle' }, matches);
}

/**
 * Registers the script that records what a page receives. It runs in the page's own world, before the page's
 * scripts, and only for connectors that ask for it.
 */
export async function registerReceivedScript(matches: string[]): Promise<void> {
  const script = { id: 'matinee-received', js: ['/received.js'], runAt: 'document_start' } as const;
  await register({ ...script, world: 'MAIN' }, matches);
}

type PageScript = Readonly<{
  id: string;
  js: readonly string[];
  runAt: 'document_idle' | 'document_start';
  world?: 'MAIN';
}>;

async function register(page: PageScript, matches: string[]): Promise<void> {
  const { id, js } = page;
  const [known] = await browser.scripting.getRegisteredContentScripts({ ids: [id] });
  if (matches.length === 0) {
    if (known !== undefined) await browser.scripting.unregisterContentScripts({ ids: [id] });
    return;
  }
  const script = {
    ...page,
    js: [...js],
    matches: [...matches],
    allFrames: true,
    persistAcrossSessions: true,
  };
  if (known === undefined) await browser.scripting.registerContentScripts([script]);
  else if (!sameList(known.matches ?? [], matches)) await browser.scripting.updateContentScripts([script]);
}

/** Starts the content script in an open tab. An older one that still runs there stops. */
export async function startContentScript(tabId: number): Promise<void> {
  await browser.scripting.executeScript({ target: { tabId, allFrames: true }, files: [file] });
}

/** Adds the readers that few pages need to one frame, next to the content script. */
export async function injectReadingAid(
  target: Readonly<{
    tabId: number;
    frameId: number;
  }>,
): Promise<void> {
  await browser.scripting.executeScript({
    target: { tabId: target.tabId, frameIds: [target.frameId] },
    files: ['/reading-aid.js'],
  });
}

/** Runs one function in the page's own world and returns its result. Input and result are copied as data. */
export async function runInPage<Input>(
  target: Readonly<{ tabId: number; frameId: number }>,
  func: (input: Input) => unknown,
  input: Input,
): Promise<unknown> {
  const [result] = await browser.scripting.executeScript({
    target: { tabId: target.tabId, frameIds: [target.frameId] },
    world: 'MAIN',
    func,
    args: [input],
  });
  return result?.result;
}

function sameList(a: string[], b: string[]): boolean {
  return a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');
}
