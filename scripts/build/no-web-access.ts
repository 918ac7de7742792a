import type { Plugin } from 'vite';

/**
 * Removes `web_accessible_resources`, so that no web page can reach a file of the extension. Runs after
 * CRXJS, which adds that key.
 */
export function noWebAccess(): Plugin {
  return {
    name: 'matinee:no-web-access',
    enforce: 'post',
    renderCrxManifest({ web_accessible_resources: _removed, ...rendered }: Record<string, unknown>) {
      return rendered;
    },
  } as Plugin;
}
