import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { constants } from '../../../scripts/build/constants';
import type { Fault } from '../faults/fault';

/** The scripts of the extension and of the service, as functions that take their globals as arguments. */
export interface Bundles {
  /** Modules without state of their own, loaded once: core, protocol, the readers, packages. */
  readonly shared: string;
  readonly worker: string;
  readonly content: string;
  readonly readingAid: string;
  readonly service: string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** One of the scripts, with the files of which it is made. */
interface Built {
  readonly code: string;
  readonly files: ReadonlySet<string>;
}

interface Sound {
  readonly built: Readonly<Record<keyof Bundles, Built>>;
  readonly build: (name: keyof Bundles, fault?: Fault) => Promise<Built>;
}

const ENTRIES = {
  worker: 'src/background/main.ts',
  content: 'src/content/main.ts',
  readingAid: 'src/content/reading-aid/main.ts',
  service: 'test/simulation/program/service-entry.ts',
} as const;

let sound: Promise<Sound> | undefined;

/** Builds all of it from the sources; with `fault`, what contains the file in which one line was replaced. */
export async function bundle(fault?: Fault): Promise<Bundles> {
  sound ??= buildSound();
  const { built, build: rebuild } = await sound;
  const codes: Record<keyof Bundles, string> = {
    worker: built.worker.code,
    content: built.content.code,
    readingAid: built.readingAid.code,
    service: built.service.code,
    shared: built.shared.code,
  };
  if (fault === undefined) return codes;
  const names = (Object.keys(codes) as (keyof Bundles)[]).filter((name) =>
    built[name].files.has(`${root}${fault.file}`),
  );
  if (names.length === 0) throw new Error(`${fault.file} is in none of the bundles`);
  for (const name of names) codes[name] = (await rebuild(name, fault)).code;
  return codes;
}

async function buildSound(): Promise<Sound> {
  const modules = new Map<string, string>();
  const buildOne = (name: keyof Bundles, fault?: Fault) =>
    name === 'shared'
      ? bundleOne(SHARED_ENTRY, [sharedEntry(modules), ...faultPlugin(fault)])
      : bundleOne(`${root}${ENTRIES[name]}`, [sharedModules(modules), ...faultPlugin(fault)]);
  const worker = await buildOne('worker');
  const content = await buildOne('content');
  const readingAid = await buildOne('readingAid');
  const service = await buildOne('service');
  // The others have named the modules that they share.
  const shared = await buildOne('shared');
  return { built: { worker, content, readingAid, service, shared }, build: buildOne };
}

const SHARED_ENTRY = '\0shared-entry';

/** Stateless modules: they are loaded once, and so compiled and optimised once. */
const IS_SHARED =
  /\/src\/(?:core|protocol)\/|\/src\/content\/(?:reader\/(?!browser-page)|player\/)|\/src\/service\/(?:catalogue|http)\/|\/node_modules\/(?!libsql)/;

function sharedModules(shared: Map<string, string>): Plugin {
  return {
    name: 'simulation:shared-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || found.external || !IS_SHARED.test(found.id)) return found;
      const name = `shared:${found.id.slice(root.length)}`;
      shared.set(name, found.id);
      return { id: name, external: true };
    },
  };
}

function sharedEntry(shared: ReadonlyMap<string, string>): Plugin {
  const lines = [...shared].map(([name, path], index) => ({
    head: `import * as m${index} from ${JSON.stringify(path)};`,
    entry: `${JSON.stringify(name)}: m${index},`,
  }));
  const heads = lines.map(({ head }) => head).join('\n');
  const code = `${heads}\nexport const modules = {\n${lines.map(({ entry }) => entry).join('\n')}\n};`;
  return {
    name: 'simulation:shared-entry',
    enforce: 'pre',
    resolveId: (source) => (source === SHARED_ENTRY ? SHARED_ENTRY : undefined),
    load: (id) => (id === SHARED_ENTRY ? code : undefined),
  };
}

/** What a context of the simulated world has in place of packages. */
const STAND_INS: Readonly<Record<string, string>> = {
  'webextension-polyfill': 'export default __extension;',
  idb: 'const { openDB, deleteDB, unwrap, wrap } = __idb; export { openDB, deleteDB, unwrap, wrap };',
};

function standIns(): Plugin {
  return {
    name: 'simulation:stand-ins',
    enforce: 'pre',
    resolveId: (source) => (source in STAND_INS ? `\0stand-in:${source}` : undefined),
    load: (id) => STAND_INS[id.replace('\0stand-in:', '')],
  };
}

function faultPlugin(fault: Fault | undefined): Plugin[] {
  if (fault === undefined) return [];
  const path = `${root}${fault.file}`;
  const load = (id: string) => (id === path ? applyFault(fault, readFileSync(path, 'utf8')) : undefined);
  return [{ name: 'simulation:fault', enforce: 'pre', load }];
}

/** The source with the fault in it. Throws where the line to replace is not there exactly once. */
export function applyFault({ file, search, replace }: Fault, source: string): string {
  const count = source.split(search).length - 1;
  if (count !== 1) throw new Error(`${file}: ${JSON.stringify(search)} is there ${count} times, not once`);
  return source.replace(search, () => replace);
}

/**
 * The process that runs seeds, as one file. The loader `tsx` would give each function its name again whenever
 * it is created.
 */
export async function bundleProcess(): Promise<string> {
  const entry = 'test/simulation/process.ts';
  const address = JSON.stringify(pathToFileURL(`${root}${entry}`).href);
  const { code } = await bundleOne(`${root}${entry}`, [], {
    format: 'es',
    define: { 'import.meta.url': address },
  });
  return code;
}

interface BundleOptions {
  readonly format: 'cjs' | 'es';
  readonly define?: Readonly<Record<string, string>>;
}

async function bundleOne(
  input: string,
  plugins: readonly Plugin[],
  { format, define }: BundleOptions = { format: 'cjs' },
): Promise<Built> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    define: {
      ...constants('https://tracker.test/api/v1'),
      'process.env.NODE_ENV': JSON.stringify('production'),
      ...define,
    },
    plugins: [standIns(), ...plugins],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      ssr: true,
      rolldownOptions: {
        input,
        external: [/^node:/, 'libsql', 'pg'],
        output: { format, codeSplitting: false },
      },
    },
    ssr: { noExternal: true },
  });
  const [chunk] = [result].flat().flatMap((output) => ('output' in output ? output.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${input} made no script`);
  return { code: withoutCopies(chunk.code), files: new Set(chunk.moduleIds) };
}

/**
 * A shared module is used as it is. The bundler would copy it, with a getter for each of its names, at each
 * start of a script, since it cannot know that it is a module.
 */
function withoutCopies(code: string): string {
  return code.replaceAll(/^(shared_\w+) = __toESM\(\1(?:, 1)?\);$/gm, '');
}
