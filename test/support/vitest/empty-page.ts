import { beforeAll } from 'vitest';
import { frameScope } from '../../../src/content/frame/frame-scope';

/** Files that need a document share one with those before them in their thread: each finds it empty. */
beforeAll(() => {
  if (typeof document === 'undefined') return;
  document.title = '';
  document.body.innerHTML = '';
  frameScope().readingAid = undefined;
});
