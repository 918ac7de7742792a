import { build, type InlineConfig, type Plugin } from 'vite';
import { root } from './root.ts';

/** Scripts that the worker puts into pages: their path in the extension, and their source. */
const PAGE_SCRIPTS = {
  'content.js': 'src/content/main.ts',
  'generic.js': 'src/content/generic/main.ts',
  'picker.js': 'src/content/picker/main.ts',
} as const;

/**
 * Builds each page script as one classic file. Such a file runs at once, while a loader would import its parts after
 * the page's own scripts. It also needs no `web_accessible_resources`, by which a page could detect the extension.
 *
 * `config` is that of the extension, without its plugins.
 */
export function pageScripts(config: InlineConfig): Plugin {
  return {
    name: 'matinee:page-scripts',
    apply: 'build',
    async buildStart() {
      const scripts = Object.entries(PAGE_SCRIPTS).map(async ([fileName, source]) => {
        const { code, sources } = await bundleClassic(config, `${root}${source}`);
        for (const file of sources) this.addWatchFile(file);
        this.emitFile({ type: 'asset', fileName, source: code });
      });
      await Promise.all(scripts);
    },
  };
}

async function bundleClassic(
  config: InlineConfig,
  input: string,
): Promise<{ readonly code: string; readonly sources: readonly string[] }> {
  const result = await build({
    ...config,
    publicDir: false,
    resolve: { alias: { 'webextension-polyfill': `${root}src/platform/browser/page-browser.ts` } },
    build: { ...config.build, write: false, rolldownOptions: { input, output: { format: 'iife' } } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const [chunk, ...others] = outputs.flatMap((output) => ('output' in output ? output.output : []));
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${input} must become exactly one file`);
  return { code: chunk.code, sources: Object.keys(chunk.modules) };
}
