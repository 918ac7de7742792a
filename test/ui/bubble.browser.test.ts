import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBubbles, type Bubbles } from './support/open-bubbles';
import { everyStatus, popup } from './support/scenes';

// The popup in the browser's real bubble, whose size is that of its content.

const STATES = [
  'signed-out',
  'no-access',
  'site-off',
  'paused',
  'unsupported',
  'no-player',
  'skipped-ad',
  'unreadable',
  'unmatched',
  'needs-review',
  'queued-offline',
  'rejected',
  'scrobbling',
  'watched',
];
/** Nothing plays, nothing is in the way, and there is nothing to repair. */
const IDLE = ['no-player'];

let bubbles: Bubbles;
let axe: string;
beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  bubbles = await openBubbles();
});
afterAll(() => bubbles.close());

const statuses = new Map(everyStatus());

/** Violations that axe finds, and whether something is wider than the bubble. */
const LOOK = `(async () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = await axe.run({ resultTypes: ['violations'] });
  return [
    ...(scrollWidth > clientWidth ? ['wider than the bubble: ' + scrollWidth + ' > ' + clientWidth] : []),
    ...found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))),
  ];
})()`;

describe.each(['en', 'de', 'ar', 'ja'])('in the language %s', (language) => {
  test.each(['light', 'dark'] as const)('axe finds nothing in any of the states, %s', async (theme) => {
    for (const name of STATES) {
      const bubble = await bubbles.show({ ...popup(statuses.get(name)), language }, { theme });
      await bubble.evaluate(axe);
      expect(await bubble.evaluate(LOOK), name).toEqual([]);
      const height = await bubble.evaluate('document.documentElement.scrollHeight');
      if (IDLE.includes(name)) expect(height, name).toBeLessThanOrEqual(360);
    }
  });

  test('nothing is cut off at twice the size of the text', async () => {
    for (const name of STATES) {
      const bubble = await bubbles.show({ ...popup(statuses.get(name)), language }, { fontSize: 32 });
      await bubble.evaluate(axe);
      expect(await bubble.evaluate(LOOK), name).toEqual([]);
    }
  });
});
