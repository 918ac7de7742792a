import type { Plugin } from 'vite';

/**
 * Leaves out of the packages what the extension never uses, and what no bundler can know as unused. All of
 * its schemas are asked by `safeParse`, which answers at once, in one direction, and names every mistake.
 * They convert nothing, and are no discriminated unions, template literals or records whose keys are a list.
 * Nobody extends their prototypes, compiles them, asks for their version, or tells them by `instanceof`; the
 * stack of a refusal is not read. The extension does not loop over the cursors of idb, and sets and looks for
 * no properties of its objects. Its editor never runs in Safari, in a browser of iOS or in Internet Explorer,
 * and takes what is typed on Android from the document, as before `EditContext`. Throws where a package has
 * changed, so that a new version is looked at.
 */
export function withoutUnused(): Plugin {
  return {
    name: 'matinee:without-unused',
    apply: 'build',
    transform(code, id) {
      const file = Object.keys(replacements).find((path) => id.endsWith(`/node_modules/${path}`));
      return (replacements[file ?? ''] ?? []).reduce<string | undefined>((text = code, [pattern, other]) => {
        const changed = text.replaceAll(pattern, other);
        if (changed === text) throw new Error(`${id} does not have ${String(pattern)}`);
        return changed;
      }, undefined);
    },
  };
}

type Replacement = readonly [pattern: RegExp, other: string];

const UNUSED_METHODS =
  /\n {4}(?:[gs]et with|parse|parseAsync|safeParseAsync|brand|register|apply)\([^]*?\n {4}\},/g;
const NO_PROMISE: Replacement = [/\w+ instanceof Promise/g, 'false'];

const replacements: Readonly<Record<string, readonly Replacement[]>> = {
  'zod/v4/core/core.js': [
    [/\n {8}const proto = _\.prototype;\n {8}for [^]*?\n {8}\}/g, ''],
    [/(?<!function )newError\(Definition\)/g, 'new Definition()'],
    [/\n {8}const pp = .*\n.*\n.*/g, ''],
    [/\n {4}Object\.defineProperty\(\w+, "name".*/g, ''],
    [/\n {4}Object\.defineProperty\(_, Symbol\.hasInstance, [^]*?\n {4}\}\);/g, ''],
  ],
  'zod/v4/core/parse.js': [NO_PROMISE],
  'zod/v4/core/schemas.js': [
    [/asyncResult \|\| _ instanceof Promise/g, 'false'],
    NO_PROMISE,
    [/proms\.length/g, '0'],
    [/ctx\??\.direction === "backward"/g, 'false'],
    [/ctx\??\.direction !== "backward"/g, 'true'],
    [/ctx\??\.skipChecks/g, 'false'],
    [/def\.coerce\b/g, 'false'],
    [/ctx\??\.abortEarly/g, 'false'],
    [/core\.globalConfig\.memoizer/g, 'undefined'],
    [/\n *inst\._zod\.(?:pattern|version) = [^\n;]*;/g, ''],
    [/(?=util\.defineLazyInternal\(inst, "(?:pattern|propValues|values)")/g, 'false && '],
    [/= def\.keyType\._zod\.values;/g, '= undefined;'],
    [/\n {4}[gs]et "~standard"\(.*\n.*\n {4}\},/g, ''],
  ],
  'zod/v4/mini/schemas.js': [[UNUSED_METHODS, '']],
  '@codemirror/view/dist/index.js': [
    [/\bbrowser\.(?:ie|ios|safari)\b/g, 'false'],
    [/window\.EditContext && browser\.android/g, 'false'],
  ],
  'idb/build/index.js': [
    [/replaceTraps\(\(oldTraps\) => \(\{\n {4}\.\.\.oldTraps,\n {4}get\(target, prop[^]*?\n\}\)\);/g, ''],
    [/\n {4}(?:set|has)\(target, prop[^]*?\n {4}\},/g, ''],
    [/\n {4}has: .*/g, ''],
  ],
};
