import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walkByKeyboard } from './support/keyboard-walk';
import { openViews, type Views } from './support/open-view';
import { everyStatus, film, popup } from './support/scenes';
import { prepareShot, shots } from './support/shots';
import { missedByFingers } from './support/touch-targets';

let views: Views;
let axe: string;

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  views = await openViews();
});
afterAll(() => views.close());

describe('accessibility', () => {
  test.each(shots().filter(({ name }) => !name.startsWith('popup-status')))(
    'axe finds no violation in $name, in both themes; the Tab key and fingers reach every control',
    async (shot) => {
      const view = await views.open(shot.scene);
      try {
        await prepareShot(shot, view.page, view.text);
        await view.page.evaluate(axe);
        expect(await violations(view.page)).toEqual([]);
        await view.page.emulateMedia({ colorScheme: 'dark' });
        await view.page.waitForSelector('html[data-theme=dark]');
        expect(await violations(view.page, ['color-contrast'])).toEqual([]);
        expect(await walkByKeyboard(view.page), 'the Tab key').toEqual([]);
        expect(await missedByFingers(view.page), 'at 360 pixels').toEqual([]);
      } finally {
        await view.close();
      }
    },
  );

  test('axe finds no violation in any status of the popup, in both themes', async () => {
    const statuses = everyStatus();
    const view = await views.open(popup(statuses[0]?.[1]));
    try {
      await view.page.evaluate(axe);
      for (const colorScheme of ['light', 'dark'] as const) {
        await view.page.emulateMedia({ colorScheme });
        await view.page.waitForSelector(`html[data-theme=${colorScheme}]`);
        for (const [name, status] of statuses) {
          // The name of the site shows that the view of this status is drawn.
          await view.store('session', { 'view:1': { ...status, siteName: name } });
          await view.page.getByText(name, { exact: true }).first().waitFor();
          expect(
            await violations(view.page, colorScheme === 'dark' ? ['color-contrast'] : undefined),
            `${name}, ${colorScheme}`,
          ).toEqual([]);
        }
      }
    } finally {
      await view.close();
    }
  });

  test.each(
    shots().filter(({ name }) =>
      [
        'popup-now-episode',
        'popup-now-long-title',
        'popup-later',
        'popup-home',
        'popup-correct-scope',
        'options-sites',
        'options-activity',
        'options-account-pending',
        'options-data',
        'options-arabic',
        'welcome-sites',
        'welcome-tracker-pending',
      ].includes(name),
    ),
  )('$name needs no sideways scrolling at 320 pixels, nor at 640 with twice the text size', async (shot) => {
    const { scene } = shot;
    // The popup is that narrow only as a tab, in Firefox for Android.
    const path = scene.path.replace(/^popup\/index\.html$/, `$&?tab=${scene.tabs?.[0]?.id}`);
    const view = await views.open({ ...scene, path, width: 320 });
    try {
      await prepareShot(shot, view.page, view.text);
      const beyond = () =>
        view.page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return Math.max(0, scrollWidth - clientWidth);
        });
      expect(await beyond()).toBe(0);
      await view.page.setViewportSize({ width: 640, height: 800 });
      await view.page.evaluate(() => {
        const { style } = document.documentElement;
        style.fontSize = `${2 * parseFloat(getComputedStyle(document.documentElement).fontSize)}px`;
      });
      expect(await beyond()).toBe(0);
    } finally {
      await view.close();
    }
  });

  test('with reduced motion nothing moves', async () => {
    const shot = shots().find(({ name }) => name === 'options-account-pending');
    const { page, close } = await views.open(shot?.scene ?? { path: '' });
    try {
      await page.locator('.pulse').waitFor();
      const moving = () => page.evaluate(() => document.getAnimations().length);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await expect.poll(moving).toBeGreaterThan(0);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expect.poll(moving).toBe(0);
      // A change of the theme, which is otherwise a transition of every button.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForSelector('html[data-theme=dark]');
      expect(await moving()).toBe(0);
      expect(await page.locator('.pulse').isVisible()).toBe(true);
    } finally {
      await close();
    }
  });

  test('with forced colours the position is still drawn, and one tab alone is marked', async () => {
    const view = await views.open({
      ...popup(film),
      forcedColors: true,
    });
    try {
      const [fill, track] = await view.page.evaluate(() =>
        ['.fill', '.track'].map(
          (name) => getComputedStyle(document.querySelector(name) ?? document.body).backgroundColor,
        ),
      );
      expect(fill).not.toBe(track);
      const [chosen, other] = await view.page.evaluate(() =>
        ['[aria-selected=true]', '[aria-selected=false]'].map(
          (name) => getComputedStyle(document.querySelector(name) ?? document.body).borderBottomColor,
        ),
      );
      expect(chosen).not.toBe(other);
    } finally {
      await view.close();
    }
  });
});

/** Violations that axe finds, shortened for the message of a failed test. Default: all rules. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const found = await (
      globalThis as unknown as {
        axe: {
          run(
            options: unknown,
          ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
        };
      }
    ).axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} – ${failureSummary ?? ''}`),
    );
  }, rules);
}
