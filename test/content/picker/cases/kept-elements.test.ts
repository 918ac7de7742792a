// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { keptElements } from '../../../../src/content/picker/cases/kept-elements';
import { scrubbedPage } from '../../../../src/core/workbench/page-scrubber';

test('what a selector asks for inside of another element is kept, so that it matches the saved page too', () => {
  document.body.innerHTML = `
    <section><div><a href="/x" title="more of Films">Films</a></div><h2>Sintel</h2><p>Drama • 2010</p></section>`;
  const selector = 'div:has(> a[title^="more of"]) ~ p';
  const { unseen: _, ...elements } = keptElements(document, [{ text: selector }], undefined);
  const html = scrubbedPage(
    document,
    { ...elements, scripts: new Map(), title: undefined, selectors: selector },
    'a test',
  );
  document.documentElement.innerHTML = html;
  expect(document.querySelector(selector)?.textContent).toBe('Drama • 2010');
  expect(html).not.toContain('Films');
});
