import type { Page } from 'playwright';

/** What is wrong with a view on a phone: controls that fingers miss, and scrolling sideways. */
export async function missedByFingers(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  try {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.setViewportSize({ width: PHONE, height });
    // Firefox for Android shows the popup in a tab.
    await page.evaluate(() => document.documentElement.classList.add('in-tab'));
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    const missed = await page.evaluate(smallTargets);
    return needed > PHONE ? [...missed, `scrolls sideways: ${needed}`] : missed;
  } finally {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await page.setViewportSize({ width, height });
    await session.detach();
  }
}

/** Pixels. */
const PHONE = 360;

/**
 * Runs in a page. Buttons, fields and switches that a finger may miss: where 21 pixels beside the middle
 * something else is. Links within a text are left out, as WCAG 2.5.8 does, and so are the halves of a star:
 * ten of 44 pixels are wider than a phone.
 */
function smallTargets(): string[] {
  const within = document.querySelector('dialog[open]') ?? document;
  const controls = within.querySelectorAll<HTMLElement>(
    'button, summary, select, textarea, input:not([type=hidden]), a.button, [role=switch]',
  );
  const around = [
    [0, -21],
    [0, 21],
    [-21, 0],
    [21, 0],
  ] as const;
  return [...controls].flatMap((control) => {
    if (control.closest('.stars, .cm-editor, .skip') !== null || !control.checkVisibility()) return [];
    const target = control.closest('label') ?? control;
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const box = target.getBoundingClientRect();
    const isHit = around.every(([x, y]) => {
      const hit = document.elementFromPoint(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
      return target.contains(hit) || control.contains(hit);
    });
    const size = `${Math.round(box.width)}×${Math.round(box.height)}`;
    return isHit
      ? []
      : [`${control.tagName} ${control.className} “${target.textContent.slice(0, 40)}” ${size}`];
  });
}
