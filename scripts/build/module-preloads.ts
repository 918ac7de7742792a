import type { Plugin } from 'vite';
import { chunksFrom } from './imported-chunks.ts';

/**
 * Adds a `modulepreload` link for every module that a page imports statically, so that the browser requests
 * all of them at once. Without the links, each level of imports costs another round of requests, for which
 * the popup waits.
 */
export function modulePreloads(): Plugin {
  return {
    name: 'matinee:module-preloads',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const entries = [...html.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)];
        const files = entries.map(([, file = '']) => file);
        const modules = new Set(
          files.flatMap((file) => [...chunksFrom(bundle, file)].slice(1).map(({ fileName }) => fileName)),
        );
        const links = [...modules].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
        return html.replace(/<script type="module"/, () => `${links.join('\n  ')}\n  <script type="module"`);
      },
    },
  };
}
