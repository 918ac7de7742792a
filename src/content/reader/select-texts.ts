import { elementText } from './element-text';
import { queryAll } from './query';

/**
 * Runs selectors, by name, on the HTML of another page. Returns the content of a `meta` element, otherwise
 * the text. No script of that page runs, and none of its resources load.
 */
export function selectTexts(
  html: string,
  select: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return Object.fromEntries(
    Object.entries(select).flatMap(([name, selector]) => {
      const [element] = queryAll(page, selector);
      return element ? [[name, element.getAttribute('content') ?? elementText(element)]] : [];
    }),
  );
}
