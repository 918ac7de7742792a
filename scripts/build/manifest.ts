import type { ManifestV3Export } from '@crxjs/vite-plugin';
import manifest from '../../manifest.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { withShortKeys } from './lean-messages.ts';

export type Engine = 'chrome' | 'firefox';

/** The first version that reads `data_collection_permissions`, on the desktop and on Android. */
export const FIREFOX_VERSION = 142;
export const FIREFOX_ID = 'matinee@matinee.example';

/**
 * The manifest of one engine. manifest.json has Chrome's shape; added here are the version, the permission
 * for the tracker at `baseUrl`, and what Firefox needs instead.
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
    // Its event page has a document, in which the hidden page is a frame (platform/browser/hidden-page.ts).
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
        // Titles and positions of what is watched are sent to the user's tracker, with its own sign-in key.
        data_collection_permissions: {
          required: ['authenticationInfo', 'browsingActivity', 'websiteContent'],
        },
      },
      gecko_android: { strict_min_version: `${FIREFOX_VERSION}.0` },
    },
  } as unknown as ManifestV3Export;
}

/** A match pattern has no port: `http://127.0.0.1:4680/api/v1` becomes `http://127.0.0.1/*`. */
export function hostPattern(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}/*`;
}
