import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The script that provides the shared modules. */
export const GIVING_SCRIPT = 'src/content/reading-aid/main.ts';
/** The scripts that use the shared modules. They always load later. */
export const TAKING_SCRIPTS: readonly string[] = ['src/content/picker/main.ts', 'src/library/main.ts'];

/** Modules of the reading aid that the picker or the library imports. */
const MODULES = [
  'src/content/reader/regex',
  'src/content/reader/clean-text',
  'src/content/reader/element-text',
  'src/content/reader/match-page',
  'src/content/reader/page-json',
  'src/content/reader/query',
  'src/content/reader/to-item',
  'src/content/reader/transform',
  'src/content/reading-aid/read-generic',
  'src/content/reading-aid/read-on-demand',
  'src/content/reading-aid/read-own-clock',
  'src/core/definition/js-literal',
  'src/core/definition/json-path',
  'src/core/definition/endpoint-request',
  'src/core/media/item',
  'src/core/text/label-marks',
  'src/core/text/label-pattern',
  'src/core/text/normalize-title',
  'src/core/text/numerals',
  'src/core/text/season-episode',
  'src/core/text/season-words',
  'src/core/text/stated-day',
  'src/core/workbench/page-facts',
];

const PLACE = `globalThis[Symbol.for('matinee.modules')]`;
const ALL = '\0shared-modules';

/**
 * Makes the reading aid publish the exports of `MODULES` in a global variable of its world. The scripts of
 * the picker and of the library read them there, so the package has each of these modules once.
 */
export function givesModules(root: string): Plugin {
  const files = MODULES.map((path) => `${root}${path}.ts`);
  return {
    name: 'matinee:gives-modules',
    enforce: 'pre',
    transform(code, id) {
      if (id !== `${root}${GIVING_SCRIPT}`) return undefined;
      const imports = files.map((file, index) => `import * as shared${index} from '${file}';`);
      const values = files.flatMap((file, index) =>
        exportsOf(file).map((name) => `${name}: shared${index}.${name}`),
      );
      return `${imports.join('\n')}\n${code}\n${PLACE} = { ${values.join(', ')} };`;
    },
  };
}

/** Replaces `MODULES` in a script by what the reading aid has published. */
export function takesModules(root: string): Plugin {
  const files = new Set(MODULES.map((path) => `${root}${path}.ts`));
  return {
    name: 'matinee:takes-modules',
    enforce: 'pre',
    resolveId: (id) => (id === ALL ? ALL : undefined),
    load(id) {
      if (id === ALL) return `export const all = ${PLACE};`;
      if (!files.has(id)) return undefined;
      const values = exportsOf(id).map((name) => `export const ${name} = all.${name};`);
      return [`import { all } from ${JSON.stringify(ALL)};`, ...values].join('\n');
    },
  };
}

/** The names of the values that a module exports. */
function exportsOf(file: string): readonly string[] {
  const code = readFileSync(file, 'utf8');
  return [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}
