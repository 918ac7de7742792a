import { expect, test } from 'vitest';
import type { PageFacts } from '../../../../src/core/workbench/page-facts';
import { fieldOnPage } from '../../../../src/options/workbench/teach/use-picker';
import type { Trial } from '../../../../src/protocol/workbench';

const shows = (...names: readonly string[]) =>
  ({
    fields: Object.fromEntries(
      names.map((name) => [
        name,
        [{ kind: 'class', source: { text: 'h2' }, value: 'x', count: 1, fragile: false }],
      ]),
    ),
  }) as unknown as PageFacts;
const reads = (item: object, implausible?: true) =>
  ({ reading: { item, degraded: false, ...(implausible && { implausible }) } }) as unknown as Trial;

test('a page without labels has no title to click, though it has its own name', () => {
  const name = reads({ type: 'movie', title: 'Overlay Play' }, true);
  expect(fieldOnPage('seriesTitle', shows('title'), name)).toEqual({ isFound: false, isNamed: false });
  expect(fieldOnPage('title', shows('title'), name).isFound).toBe(false);
});

test('labels that have appeared are found, and others can be clicked', () => {
  const site = reads({ type: 'movie', title: 'Overlay Play' }, true);
  expect(fieldOnPage('seriesTitle', shows('title', 'seriesTitle'), site).isFound).toBe(true);
  expect(fieldOnPage('year', shows('seriesTitle'), site)).toEqual({ isFound: false, isNamed: true });
});

test('what the draft reads is found', () => {
  expect(fieldOnPage('title', shows(), reads({ title: 'Sintel' }))).toEqual({ isFound: true, isNamed: true });
  expect(fieldOnPage('title', shows(), undefined)).toEqual({ isFound: false, isNamed: false });
});

test('a video is only pointed at', () => {
  expect(fieldOnPage('player', shows(), undefined)).toEqual({ isFound: true, isNamed: true });
});
