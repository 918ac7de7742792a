import { expect, test } from 'vitest';
import { itemInput } from '../../src/protocol/report';

const secret = `eyJ${'aB3dE5fG7h'.repeat(6)}.${'kL9mN1pQ2r'.repeat(6)}.${'sT4uV6wX8y'.repeat(4)}`;

test('a title that looks like a secret of the page is dropped, and the rest of the item is kept', () => {
  const { title, seriesTitle, episodeTitle, ...rest } = itemInput.parse({
    type: 'episode',
    title: secret,
    seriesTitle: 'Dark',
    episodeTitle: secret,
    seasonNumber: 1,
  });
  expect([title, seriesTitle, episodeTitle]).toEqual([undefined, 'Dark', undefined]);
  expect(rest).toEqual({ type: 'episode', seasonNumber: 1 });
});

test('a title of more than 500 characters is refused', () => {
  expect(itemInput.safeParse({ title: 'x'.repeat(500) }).success).toBe(true);
  expect(itemInput.safeParse({ title: 'x'.repeat(501) }).success).toBe(false);
});
