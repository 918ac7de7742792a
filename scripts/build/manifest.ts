import type { ManifestV3Export } from '@crxjs/vite-plugin';
import manifest from '../../manifest.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { withShortKeys } from './lean-messages.ts';

export type Engine = 'chrome' | 'firefox';

/** The first version, on desktop and Android, that supports `data_collection_permissions`. */
export const FIREFOX_VERSION = 142;
export const FIREFOX_ID = 'matinee@matinee.example';

/**
 * The manifest for one engine. manifest.json has Chrome's form. This adds the version, the host permission
 * for the tracker at `baseUrl`, and the keys that Firefox needs instead of Chrome's.
 */
export function manifestFor(engine: Engine, baseUrl: string): ManifestV3Export {
  const complete = {
    ...withShortKeys(manifest),
    version: packageJson.version,
    host_permissions: [hostPattern(baseUrl)],
  };
  if (engine === 'chrome') return complete;
  const { key: _key, minimum_chrome_version: _version, ...portable } = complete;
  const { extension_pages } = manifest.content_security_policy;
  return {
    ...portable,
    // Firefox's event page has a document, which embeds the hidden page as a frame
    // (platform/browser/hidden-page.ts). So Firefox needs no `offscreen` permission, and its content security
    // policy must allow own frames.
    permissions: manifest.permissions.filter((name) => name !== 'offscreen'),
    content_security_policy: {
      extension_pages: extension_pages.replace(
        "frame-ancestors 'none'",
        "frame-src 'self'; frame-ancestors 'self'",
      ),
    },
    background: { scripts: [manifest.background.service_worker], type: 'module' },
    browser_specific_settings: {
      gecko: {
        id: FIREFOX_ID,
        strict_min_version: `${FIREFOX_VERSION}.0`,
        // The extension sends titles and playback positions to the person's tracker, with the key of the
        // sign-in.
        data_collection_permissions: {
          required: ['authenticationInfo', 'browsingActivity', 'websiteContent'],
        },
      },
      gecko_android: { strict_min_version: `${FIREFOX_VERSION}.0` },
    },
  } as unknown as ManifestV3Export;
}

/**
 * The match pattern of a URL's host. The port is left out: `http://127.0.0.1:4680/api/v1` becomes
 * `http://127.0.0.1/*`.
 */
export function hostPattern(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}/*`;
}
