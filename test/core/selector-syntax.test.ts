import { expect, it } from 'vitest';
import { isSelector } from '../../src/core/selector-syntax';

it.each([
  'h1', '.a.b', '#main', 'video', '[data-uia="video-title"] h4', '[id^="dv-web-player"] video[src]', "a[href*='/show/']", '[class*="ad-break" i]', 'a > h4', 'h1 + p ~ span',
  'li:nth-child(2n+1)', 'li:nth-of-type(1)', ':is(h1, h2) .x', 'a:not(.b, .c)', 'div:has(> video)', 'x-player >> .title', 'a, b , c', 'video:not(.tst-video-overlay-player-html5)',
  '[role=slider][aria-valuenow]', '*', '.video__player-area video', '[data-a="x, y"]', 'script#__NEXT_DATA__',
  'p:not([hidden])', ':is(a[href], [data-a="x:y(z)"])', 'p:not(.a):not([b])', 'div:has(> [role="slider"]):not(:is([hidden], .c))',
])('%s is one', (text) => {
  expect(isSelector(text)).toBe(true);
});

it.each(['', ' ', '>', 'h1 >', '> h1', '.', '#', '.1a', 'a[', 'a[b', 'a[b="c]', 'a)', 'a,,b', ',a', 'a::before', 'a:unknown', ':not()', 'a:nth-child()', 'a >> ', ' >> b', '//div', 'a{}', '$x', 'a[b=c d]', 'a:has(', 'a!b', 'p:not([hidden)', 'p:not([a=b c])', 'p:not(.a):not()'])('%j is none', (text) => {
  expect(isSelector(text)).toBe(false);
});
