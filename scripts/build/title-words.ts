import type { Plugin } from 'vite';
import { titleWords } from '../../src/core/matching/title-words.ts';

/**
 * Puts the words by which titles are compared into `title-words.json`, and not into the worker, whose script
 * the browser reads and compiles at each of its starts (`src/platform/files/title-words.ts` reads them).
 */
export function titleWordsFile(root: string): Plugin {
  return {
    name: 'matinee:title-words',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === `${root}src/core/matching/title-words.ts` ? 'export const titleWords = {};' : undefined,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'title-words.json', source: JSON.stringify(titleWords) });
    },
  };
}
