import { expect, test } from 'vitest';
import { isPlausibleTitle } from '../../../src/core/workbench/page-facts';

const names = {
  hostname: 'www.stream-app.example',
  siteName: 'Stream App',
  controls: ['My list', 'Continue'],
};

test.each([
  'Stream App',
  'stream-app',
  'StreamApp',
  'www.stream-app.example',
  'Stream App TV',
  'Stream App +',
  'My list',
  'Playing',
  '#1',
  'watch free',
  'Watch Online Free HD',
  '—',
  '',
])('%j is no title', (title) => {
  expect(isPlausibleTitle(title, names)).toBe(false);
});

test.each([
  'Breaking Bad',
  '24',
  '1917',
  'The Player',
  'Home Alone',
  'Se7en',
  '千と千尋の神隠し',
  'M',
  'The Stream App Murders',
])('%j can be one', (title) => {
  expect(isPlausibleTitle(title, names)).toBe(true);
});
