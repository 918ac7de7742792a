import type { Plugin } from 'vite';

/**
 * Removes code of packages that the extension never runs and that no bundler recognises as unused. Throws if
 * a pattern no longer matches, so that somebody looks at the new version of the package. What the extension
 * does not use:
 * - zod: it validates only with `safeParse`: synchronously, in one direction, with all issues. Its schemas
 *   don't coerce. None is a discriminated union, a template literal or a record with a list of keys. Nothing
 *   extends the prototypes of schemas, compiles schemas, reads their version, tests them with `instanceof`,
 *   or reads the stack of an error.
 * - idb: nothing iterates a cursor with `for await`, sets a property of a wrapped object, or tests for one
 *   with `in`.
 * - CodeMirror: the editor never runs in Safari, in a browser of iOS or in Internet Explorer. On Android it
 *   reads typed text from the document and does not use `EditContext`.
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
