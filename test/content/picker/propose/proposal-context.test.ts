// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { savedAccess } from '../../../../src/content/picker/cases/saved-document';
import { proposalContext, tryProposal } from '../../../../src/content/picker/propose/proposal-context';

const url = new URL('https://www.cinema.example/watch/1');
const page = '<div class="meta"><p class="name">The Series</p><p class="label">S1 E2</p></div>';

/** Labels over a player come and go, so their values are remembered. */
const numberIn = (selector: string, part: 'season' | 'episode') => ({
  kind: 'class' as const,
  source: { text: selector, remember: true, transforms: [{ seasonEpisode: part }] },
  count: 1,
  fragile: false,
});

test('a source that reads nothing does not give what another one has read', async () => {
  document.body.innerHTML = page;
  const context = proposalContext(savedAccess(document, {} as never, url, {}), url);
  expect((await tryProposal(numberIn('.label', 'season'), context))?.value).toBe('1');
  expect(await tryProposal(numberIn('.name', 'episode'), context)).toBeUndefined();
  expect((await tryProposal(numberIn('.label', 'episode'), context))?.value).toBe('2');
});
