import { elementText } from './element-text';
import { queryAll } from './query';

/**
 * What selectors find in the HTML of another page, by name: the content of a `meta` element, else the text.
 * No script of that page runs, and nothing of it is loaded.
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
