/**
 * An expression over a window called `content`: texts of the popup that lie over each other, and "sideways"
 * when it scrolls that way.
 */
export const overlaps = `(() => {
  const root = content.document.documentElement;
  const boxes = [...content.document.querySelectorAll('button, a, h1, h2, [role=status]')]
    .filter((one) => one.checkVisibility() && !one.querySelector('button, a'))
    .map((one) => [one.innerText || one.getAttribute('aria-label'), one.getBoundingClientRect()]);
  const over = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = boxes.flatMap(([name, box], at) =>
    boxes.slice(at + 1).filter(([, other]) => over(box, other)).map(([other]) => name + ' / ' + other));
  return root.scrollWidth > root.clientWidth ? [...found, 'sideways'] : found;
})()`;
