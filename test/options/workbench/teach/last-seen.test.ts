import { expect, test } from 'vitest';
import type { PageFacts } from '../../../../src/core/workbench/page-facts';
import { lastSeen } from '../../../../src/options/workbench/page/ask-page';

const series = { text: '.overlay-series', remember: true } as const;
const facts = {
  fields: {
    seriesTitle: [{ kind: 'class', source: series, value: 'Breaking Bad', count: 1, fragile: false }],
    title: [
      { kind: 'title', source: { documentTitle: true }, value: 'Overlay Play', count: 1, fragile: false },
    ],
  },
} as unknown as PageFacts;
const draft = { pages: [{ item: { seriesTitle: [{ text: 'h1' }, series], title: [{ meta: 'og:title' }] } }] };

test('a field has the value that its own source found before', () => {
  expect(lastSeen(draft, ['pages', 0, 'item'], facts)).toEqual({ seriesTitle: 'Breaking Bad' });
  expect(lastSeen(draft, ['pages', 0, 'item'], undefined)).toEqual({});
  expect(lastSeen(undefined, ['pages', 0, 'item'], facts)).toEqual({});
});
