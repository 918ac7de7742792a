import { build } from 'vite';
import { DEFAULT_BASE_URL } from '../build/constants';
import { extensionConfig, type ExtensionOptions } from '../build/extension-config';
import { fingerprintOf } from './extension-fingerprint';

/** `pages`: reloading the open pages is enough. `extension`: the whole extension must be reloaded. */
export type Change = 'pages' | 'extension';

interface Rebuild {
  readonly change: Change;
  /** `performance.now()` at the change of a source. */
  readonly since: number;
}

export interface WatchOptions extends Omit<ExtensionOptions, 'baseUrl'> {
  readonly baseUrl?: string;
  /** Called after each rebuild; the next one waits until it resolves. */
  readonly onRebuild: (rebuild: Rebuild) => Promise<void>;
  /** Called with the message of a failed build. The last good build stays. */
  readonly onError: (message: string) => void;
}

export interface Watch {
  readonly close: () => Promise<void>;
}

/**
 * `buildDelay`: milliseconds without a change before a build, because an editor can write a file in several
 * steps.
 */
const WATCH = { buildDelay: 30 };

/** Builds the complete extension, and again after each change of a source. Resolves after the first build. */
export async function watchExtension(options: WatchOptions): Promise<Watch> {
  const { baseUrl = DEFAULT_BASE_URL, onRebuild, onError, ...request } = options;
  const config = extensionConfig({ ...request, baseUrl });
  // Not minified, which is faster and easier to debug.
  const watcher = await build({ ...config, build: { ...config.build, minify: false, watch: WATCH } });
  if (!('on' in watcher)) throw new Error('Vite did not start to watch.');

  let since = performance.now();
  let last: string | undefined;
  const finish = async (): Promise<void> => {
    const fingerprint = await fingerprintOf(request.outDir);
    const change = fingerprint === last ? 'pages' : 'extension';
    const isFirst = last === undefined;
    last = fingerprint;
    if (!isFirst) await onRebuild({ change, since });
  };
  let finished: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    watcher.on('change', () => {
      since = performance.now();
    });
    watcher.on('event', (event) => {
      if (event.code === 'ERROR' && last === undefined) reject(event.error);
      else if (event.code === 'ERROR') onError(event.error.message);
      // One after the other: a reload can take longer than the next build.
      if (event.code === 'END')
        finished = finished.then(finish).then(resolve, (error: unknown) => onError(String(error)));
    });
  }).catch(async (error: unknown) => {
    await watcher.close();
    throw error;
  });
  return { close: () => watcher.close() };
}
