import { frameScope } from '../../../src/content/frame/frame-scope';

/** Files that need a document share one with those before them in their thread: each finds it empty. */
if (typeof document !== 'undefined') {
  document.title = '';
  document.body.innerHTML = '';
  frameScope().readingAid = undefined;
}
