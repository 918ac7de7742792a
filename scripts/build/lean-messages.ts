import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Writes the texts without descriptions for translators and without white space, in place of the copies of
 * `public`.
 */
export function leanMessages(root: string): Plugin {
  const folder = `${root}public/_locales/`;
  return {
    name: 'matinee:lean-messages',
    apply: 'build',
    buildStart() {
      for (const language of readdirSync(folder)) this.addWatchFile(`${folder}${language}/messages.json`);
    },
    generateBundle() {
      for (const language of readdirSync(folder)) {
        const path = `${language}/messages.json`;
        const source = leanMessageFile(readFileSync(folder + path, 'utf8'));
        this.emitFile({ type: 'asset', fileName: `_locales/${path}`, source });
      }
    },
  };
}

/** What the browser reads of a messages.json: `message` and `placeholders`. */
export function leanMessageFile(json: string): string {
  const messages = JSON.parse(json) as Record<string, { message: string; placeholders?: object }>;
  const lean = Object.entries(messages).map(([key, { message, placeholders }]) => [
    key,
    { message, placeholders },
  ]);
  return JSON.stringify(Object.fromEntries(lean));
}
