/**
 * Runs in a page. Buttons, fields and switches that a finger may miss: where 21 pixels beside the middle
 * something else is. Links within a text are left out, as WCAG 2.5.8 does, and so are the halves of a star:
 * ten of 44 pixels are wider than a phone.
 */
export function smallTargets(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
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
