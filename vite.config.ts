import { defineConfig } from 'vite';
import { DEFAULT_BASE_URL } from './scripts/build/constants.ts';
import { extensionConfig } from './scripts/build/extension-config.ts';

/**
 * For `vite build`; `npm run build` and `npm run dev` use the same configuration. BROWSER is `chrome` or
 * `firefox`.
 */
export default defineConfig(() => {
  const engine = process.env['BROWSER'] === 'firefox' ? 'firefox' : 'chrome';
  const baseUrl = process.env['MATINEE_BASE_URL'] ?? DEFAULT_BASE_URL;
  return extensionConfig({ engine, baseUrl, outDir: `dist/${engine}` });
});
