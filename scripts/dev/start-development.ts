import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type RunningService } from '../../src/service/start-service';
import { signIn } from '../../test/support/browser/drive-extension';
import type { Chromium } from '../../test/support/browser/chromium';
import type { DevOptions } from './dev-options';
import { openBrowser } from './open-browser';
import { watchExtension } from './watch-extension';

export interface DevelopmentOptions extends Pick<DevOptions, 'engine' | 'headless'> {
  /** Folder of the sources, with a slash at its end. Default: the repository. */
  readonly root?: string;
  readonly say: (line: string) => void;
}

export interface Development {
  /** Undefined in Firefox. */
  readonly chromium: Chromium | undefined;
  /** Resolves when the user has closed the browser. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a tracker, a build that follows the sources, and a browser that is signed in and loads each build.
 */
export async function startDevelopment({
  engine,
  headless,
  say,
  ...sources
}: DevelopmentOptions): Promise<Development> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'matinee-dev-'));
    closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const service = await startTracker(say);
    closers.push(() => service.close());
    const outDir = join(folder, 'extension');
    const start = performance.now();
    const watch = await watchExtension({
      ...sources,
      engine,
      outDir,
      onRebuild: async ({ change, since }) => {
        await browser.reload(change);
        say(`✓ ${change === 'pages' ? 'pages' : 'extension'} reloaded in ${seconds(since)}`);
      },
      onError: (message) => say(`✗ ${message}`),
    });
    closers.push(() => watch.close());
    say(`✓ extension built in ${seconds(start)}`);

    const browser = await openBrowser(engine, outDir, { headless });
    closers.push(() => browser.close());
    await signIn(browser, service);
    say(`✓ ${engine} is open and signed in; each change of src or public is loaded`);
    return { chromium: browser.chromium, closed: browser.closed, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startTracker(say: (line: string) => void): Promise<RunningService> {
  const service = await startService({ dataDir: ':memory:', deviceIntervalSeconds: 1, log: () => {} });
  say(`✓ tracker at ${service.url}`);
  return service;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
