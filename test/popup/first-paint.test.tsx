// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from 'preact';
import { expect, test } from 'vitest';
import { Ticket } from '../../src/ui/icon';

test('the bar of the first paint is the bar that is drawn: its ticket stays where it is', () => {
  document.write(readFileSync(join(import.meta.dirname, '../../src/popup/index.html'), 'utf8').replace(/<script.*<\/script>/, ''));
  const app = document.querySelector('#app');
  const [first, markup] = [app?.querySelector('svg'), app?.innerHTML];
  render(<header class="bar"><Ticket /></header>, app ?? document.body);
  expect(app?.innerHTML).toBe(markup);
  expect(app?.querySelector('svg')).toBe(first);
});
