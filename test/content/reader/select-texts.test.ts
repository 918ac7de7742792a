// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { selectTexts } from '../../../src/content/reader/element-text';

const html = `<!doctype html><html><head><meta property="og:title" content="The Series">
  <script>globalThis.ran = true;</script></head>
  <body><h1> The <b>Series</b> </h1><ol><li class="now" data-id="42">Episode 3</li></ol></body></html>`;

test('gives the text or the content of what each selector finds, and nothing for the others', () => {
  expect(
    selectTexts(html, {
      series: 'meta[property="og:title"]',
      episode: '.now[data-id="42"]',
      season: '.season',
      wrong: '][',
    }),
  ).toEqual({ series: 'The Series', episode: 'Episode 3' });
});

test('runs no script of the page', () => {
  selectTexts(html, { title: 'h1' });
  expect(globalThis).not.toHaveProperty('ran');
});
