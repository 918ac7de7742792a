import { build, type InlineConfig, type Plugin } from 'vite';
import { GIVING_SCRIPT, givesModules, TAKING_SCRIPTS, takesModules } from './shared-modules.ts';
import { shorten, type Script } from './shorten.ts';
import { withoutTitleWords } from './title-words.ts';

/**
 * The page scripts: path in the extension and source. The worker injects all of them into pages except
 * `library.js`, the script of the hidden page `library.html`, which shares no chunk with the worker.
 */
const PAGE_SCRIPTS = {
  'content.js': 'src/content/main.ts',
  'reading-aid.js': GIVING_SCRIPT,
  'picker.js': 'src/content/picker/main.ts',
  'received.js': 'src/content/received/main.ts',
  'library.js': 'src/library/main.ts',
} as const;

/**
 * Builds each page script as one classic file. Such a file runs at once; a loader would import its parts only
 * after the page's own scripts. It also needs no `web_accessible_resources`, by which a page could detect the
 * extension.
 *
 * `config` is the extension's configuration without plugins. In Vite's watch mode, a script is built again
 * when one of its sources has changed.
 */
export function pageScripts(config: InlineConfig, root: string, isShortened: boolean): Plugin {
  const built = new Map<string, PageScript>();
  return {
    name: 'matinee:page-scripts',
    apply: 'build',
    async buildStart() {
      const scripts = Object.entries(PAGE_SCRIPTS).map(async ([fileName, source]) => {
        const shared = TAKING_SCRIPTS.includes(source) ? takesModules(root) : givesModules(root);
        const plugins = [shared, withoutTitleWords(root)];
        const script =
          built.get(fileName) ??
          (await bundleClassic({ ...config, plugins }, `${root}${source}`, isShortened));
        built.set(fileName, script);
        const { code, sources } = script;
        for (const file of sources) this.addWatchFile(file);
        this.emitFile({ type: 'asset', fileName, source: code });
      });
      await Promise.all(scripts);
    },
    watchChange(changed) {
      for (const [fileName, { sources }] of built) if (sources.includes(changed)) built.delete(fileName);
    },
  };
}

interface PageScript extends Script {
  /** Paths of the files from which the script was built. */
  readonly sources: readonly string[];
}

/** Bundles `input` and its imports as one classic script, with a source map if `config` asks for one. */
export async function bundleClassic(
  config: InlineConfig,
  input: string,
  isShortened = true,
): Promise<PageScript> {
  const result = await build({
    ...config,
    publicDir: false,
    build: {
      ...config.build,
      write: false,
      rolldownOptions: {
        input,
        output: { format: 'iife' },
        // Modules of another script are plain objects, so reading their properties has no side effect.
        treeshake: { propertyReadSideEffects: false },
      },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const files = outputs.flatMap((output) => ('output' in output ? output.output : []));
  // The source map is part of the chunk and also a file of its own.
  const [chunk, ...others] = files.filter(({ fileName }) => !fileName.endsWith('.map'));
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${input} must become exactly one file`);
  const written = { code: chunk.code, map: chunk.map?.toString() };
  const script = isShortened
    ? await shorten(written, { compress: { passes: 3, unsafe_arrows: true } })
    : written;
  return { ...script, sources: Object.keys(chunk.modules) };
}
