import { chromium, type Page } from 'playwright';
import { requireChromium } from '../../support/browser/browser-paths';
import { buildPages } from './build-pages';
import { readMessages, textOf, type Text } from './locale';
import { fullScene, standInScript, type Scene, type Sent } from './stand-in';
import { openWindow, readPageFiles, type ViewWindow } from './view-window';

export interface View {
  readonly page: Page;
  /** The texts of the page, in its language. */
  readonly text: Text;
  /** Messages to the worker and calls of the extension API so far. */
  readonly sent: () => Promise<readonly Sent[]>;
  /** Stores values as the worker would. */
  readonly store: (area: 'local' | 'session', values: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ViewOptions extends Partial<Omit<Scene, 'messages'>> {
  /** Path and hash below `src/`, such as `popup/index.html?tab=1`. */
  readonly path: string;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly forcedColors?: boolean;
}

export interface Views {
  readonly open: (options: ViewOptions) => Promise<View>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a Chromium that opens any page of the extension in any state. `fontSize`: of its text by default, in
 * pixels, as its settings have it. Call `close()` at the end.
 */
export async function openViews(fontSize = 16): Promise<Views> {
  const files = await readPageFiles(await buildPages());
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: [`--blink-settings=defaultFontSize=${fontSize}`],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const free = new Map<string, ViewWindow[]>();
  return {
    async open({ path, theme = 'light', width = 1100, height = 800, forcedColors = false, ...scene }) {
      const language = scene.language ?? 'en';
      const window =
        free.get(language)?.pop() ?? (await openWindow(browser, files, language.replace('_', '-')));
      const { page } = window;
      const messages = await readMessages(language);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({
        colorScheme: theme,
        reducedMotion: 'reduce',
        forcedColors: forcedColors ? 'active' : 'none',
      });
      await window.show(path, standInScript(fullScene(scene, { language, messages })));
      let shown = true;
      return {
        page,
        text: textOf(messages, language),
        sent: () => page.evaluate(() => (globalThis as unknown as { standInSent: Sent[] }).standInSent),
        store: (area, values) =>
          page.evaluate(
            ([name, stored]) =>
              (
                globalThis as unknown as {
                  standInStore: Record<string, { set(values: unknown): Promise<void> }>;
                }
              ).standInStore[name]?.set(stored),
            [area, values] as const,
          ),
        async close() {
          // A test that failed before it opened its view closes the previous one again.
          if (!shown) return;
          shown = false;
          await window.clear();
          free.set(language, [...(free.get(language) ?? []), window]);
          if (window.failures.length > 0) throw new Error(`The page reported: ${window.failures.join('\n')}`);
        },
      };
    },
    close: () => browser.close(),
  };
}
