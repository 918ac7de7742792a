// @vitest-environment happy-dom
import { render } from 'preact';
import { expect, test } from 'vitest';
import page from '../../src/popup/index.html?raw';
import { Ticket } from '../../src/ui/components/icon';

test('the bar of the first paint is the same as the rendered bar', () => {
  document.documentElement.innerHTML = page.replace(/<script.*<\/script>/, '');
  const app = document.querySelector('#app');
  const [first, markup] = [app?.querySelector('svg'), app?.innerHTML];
  expect(markup).toContain('<svg');
  render(
    <header class="bar">
      <Ticket />
    </header>,
    app ?? document.body,
  );
  expect(app?.innerHTML).toBe(markup);
  expect(app?.querySelector('svg')).toBe(first);
});
