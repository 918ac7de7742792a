import { expect, test } from 'vitest';
import type { Proposal } from '../../../../src/core/workbench/page-facts';
import { bestProposal } from '../../../../src/options/workbench/repair/propose-repair';

const proposal = (selector: string, value: string, fragile = false): Proposal => ({
  kind: 'class',
  source: { text: selector },
  value,
  count: 1,
  fragile,
});
const heading = proposal('.headline', 'Popular now');
const title = proposal('.title', 'Sintel');
const generated = proposal('.css-1x2y3z', 'Sintel', true);

test('the source that agrees with what else is known is proposed before a better one that does not', () => {
  expect(bestProposal([heading, title], ['sintel ', undefined])).toBe(title);
});

test('the one that agrees with most of it comes first', () => {
  const longer = proposal('.name', 'Sintel (2010)');
  expect(bestProposal([longer, title], ['Sintel (2010)', 'Sintel', 'Sintel'])).toBe(title);
});

test('a generated name is proposed only where nothing else agrees', () => {
  expect(bestProposal([generated, title], ['Sintel'])).toBe(title);
  expect(bestProposal([generated, heading], ['Sintel'])).toBe(generated);
});

test('nothing is proposed against what is known', () => {
  expect(bestProposal([heading], ['Sintel'])).toBeUndefined();
  expect(bestProposal([], ['Sintel'])).toBeUndefined();
});

test('where nothing is known the most durable one is proposed', () => {
  expect(bestProposal([generated, heading], [undefined])).toBe(heading);
  expect(bestProposal([generated], [])).toBeUndefined();
});
