// What a narrow window does to texts. Each function runs in a page, so that it uses nothing else of this file.

/** Words that are broken over two lines. A long word, such as one of an address, may be. */
export function brokenWords(): string[] {
  const longestWord = 20;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element?.checkVisibility() !== true || element.closest('pre, select') !== null) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{M}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1 && word.length <= longestWord) found.push(word);
    }
  }
  return found;
}

/** Chosen options that do not fit into their field. */
export function cutChoices(): string[] {
  // In px.
  const arrow = 20;
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) throw new Error('The browser measures no text');
  return [...document.querySelectorAll('select')]
    .filter((select) => select.checkVisibility())
    .map((select) => ({ select, text: select.selectedOptions[0]?.text.trim() ?? '' }))
    .filter(({ select, text }) => {
      const style = getComputedStyle(select);
      pen.font = style.font;
      const room = select.clientWidth - Number.parseFloat(style.paddingLeft) * 2 - arrow;
      return pen.measureText(text).width > room;
    })
    .map(({ text }) => text);
}

/** Buttons and placeholders whose text is wider than they are. What ends in dots is meant to be cut. */
export function cutLabels(): string[] {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) throw new Error('The browser measures no text');
  const buttons = [...document.querySelectorAll('button, a.button')]
    .filter((button) => button.checkVisibility() && getComputedStyle(button).textOverflow !== 'ellipsis')
    .filter((button) => button.scrollWidth > button.clientWidth)
    .map(({ textContent }) => textContent.trim());
  const fields = [...document.querySelectorAll('input')]
    .filter((input) => {
      const style = getComputedStyle(input);
      pen.font = style.font;
      const room = input.clientWidth - Number.parseFloat(style.paddingInlineStart) * 2;
      return input.checkVisibility() && pen.measureText(input.placeholder).width > room;
    })
    .map(({ placeholder }) => placeholder);
  return [...buttons, ...fields];
}

/** Charts whose labels lie on each other. */
export function overlappingLabels(): (string | null)[] {
  return [...document.querySelectorAll('.chart svg')]
    .filter((chart) => {
      const boxes = [...chart.querySelectorAll('text')].map((label) => label.getBoundingClientRect());
      const shown = boxes.filter(({ width }) => width > 0).sort((a, b) => a.left - b.left);
      return shown.some(({ left }, index) => left < (shown[index - 1]?.right ?? left));
    })
    .map((chart) => chart.getAttribute('aria-label'));
}
