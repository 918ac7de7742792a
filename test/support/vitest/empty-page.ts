import { frameScope } from '../../../src/content/frame/frame-scope';

/** Files that need a document share one with those before them in their thread: each finds it empty. */
if (typeof document !== 'undefined') {
  const { documentElement, head, body } = document;
  for (const element of [documentElement, body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  head.replaceChildren();
  body.replaceChildren();
  frameScope().readingAid = undefined;
}
