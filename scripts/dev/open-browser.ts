import type { ExtensionBrowser } from '../../test/support/browser/drive-extension';
import type { Chromium } from '../../test/support/browser/chromium';
import { launchChromium } from '../../test/support/browser/launch-chromium';
import { launchFirefox } from '../../test/support/browser/launch-firefox';
import type { Engine } from '../build/manifest';
import type { Change } from './watch-extension';

export interface DevBrowser extends ExtensionBrowser {
  /** Loads a change into the browser. In Chromium, open pages of the extension stay open. */
  readonly reload: (change: Change) => Promise<void>;
  /** Resolves when the user has closed the browser. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a browser with a fresh profile and this extension. */
export async function openBrowser(
  engine: Engine,
  extension: string,
  { headless }: { readonly headless: boolean },
): Promise<DevBrowser & { readonly chromium?: Chromium }> {
  if (engine === 'firefox') {
    const firefox = await launchFirefox({ extension, visible: !headless });
    return { ...firefox, reload: firefox.reloadExtension };
  }
  const chromium = await launchChromium({ extension, visible: !headless, ownSignals: true });
  return {
    chromium,
    evaluate: chromium.evaluate,
    reload: (change) => (change === 'pages' ? reloadPages(chromium) : chromium.reloadExtension()),
    closed: new Promise((resolve) => {
      chromium.context.once('close', () => resolve());
    }),
    close: chromium.close,
  };
}

async function reloadPages({ context, extensionId }: Chromium): Promise<void> {
  const own = context
    .pages()
    .filter((page) => page.url().startsWith(`chrome-extension://${extensionId}/src/`));
  await Promise.all(own.map((page) => page.reload()));
}
