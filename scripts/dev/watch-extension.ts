import { build } from 'vite';
import { DEFAULT_BASE_URL } from '../build/constants';
import { extensionConfig, type ExtensionOptions } from '../build/extension-config';
import { fingerprintOf } from './extension-fingerprint';

/** Pages load a changed page by themselves; everything else needs the extension to be loaded again. */
export type Change = 'pages' | 'extension';

export interface Rebuild {
  readonly change: Change;
  /** `performance.now()` when the change of a source was seen. */
  readonly since: number;
}

export interface WatchOptions extends Omit<ExtensionOptions, 'baseUrl'> {
  readonly baseUrl?: string;
  /** Called after each rebuild; the next one waits until it resolves. */
  readonly onRebuild: (rebuild: Rebuild) => Promise<void>;
  /** Called with the message of a build that failed; the last good build stays. */
  readonly onError: (message: string) => void;
}

export interface Watch {
  readonly close: () => Promise<void>;
}

/**
 * Builds the complete extension, then again after every change of a source. Resolves after the first build.
 */
export async function watchExtension({
  baseUrl = DEFAULT_BASE_URL,
  onRebuild,
  onError,
  ...options
}: WatchOptions): Promise<Watch> {
  const config = extensionConfig({ ...options, baseUrl });
  const watcher = await build({ ...config, build: { ...config.build, watch: {} } });
  if (!('on' in watcher)) throw new Error('Vite did not start to watch.');
  let since = performance.now();
  let last: string | undefined;
  watcher.on('change', () => {
    since = performance.now();
  });
  await new Promise<void>((resolve, reject) => {
    watcher.on('event', async (event) => {
      if (event.code === 'ERROR') {
        if (last === undefined) reject(event.error);
        else onError(event.error.message);
      }
      if (event.code !== 'END') return;
      const fingerprint = await fingerprintOf(options.outDir);
      const isFirst = last === undefined;
      const change = fingerprint === last ? 'pages' : 'extension';
      last = fingerprint;
      if (isFirst) resolve();
      else await onRebuild({ change, since });
    });
  });
  return { close: () => watcher.close() };
}
