import type { Plugin } from 'vite';
import { titleWords } from '../../src/core/matching/title-words.ts';
import { slopes, weights } from '../../src/core/matching/weights.ts';

/**
 * Writes the words and numbers by which titles are compared to `title-words.json`, which
 * `src/platform/files/title-words.ts` reads. They are not in the worker's script, because the browser reads
 * and compiles that script each time the worker starts.
 */
export function titleWordsFile(root: string): Plugin {
  return {
    ...withoutTitleWords(root),
    generateBundle() {
      const source = JSON.stringify({ titleWords, weights, slopes });
      this.emitFile({ type: 'asset', fileName: 'title-words.json', source });
    },
  };
}

/** Empties the modules in `title-words.json` in a script that reads that file instead. */
export function withoutTitleWords(root: string): Plugin {
  const empty: Readonly<Record<string, string>> = {
    [`${root}src/core/matching/title-words.ts`]: 'export const titleWords = {};',
    [`${root}src/core/matching/weights.ts`]: 'export const weights = {}; export const slopes = {};',
  };
  return { name: 'matinee:title-words', apply: 'build', enforce: 'pre', load: (id) => empty[id] };
}
