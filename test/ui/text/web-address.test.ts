import { expect, test } from 'vitest';
import { webAddress } from '../../../src/ui/components/web-link';

test.each([['https://tracker.example/a?b=c'], ['http://127.0.0.1:4680/x']])(
  '%s is allowed in a link',
  (address) => {
    expect(webAddress(address)).toBe(address);
  },
);

test.each([
  ['javascript:alert(1)'],
  [' java\nscript:alert(1)'],
  ['data:text/html,x'],
  ['file:///etc/passwd'],
  ['chrome://settings'],
  ['//tracker.example'],
  ['no address'],
  [undefined],
])('%j may not', (address) => {
  expect(webAddress(address)).toBeUndefined();
});
