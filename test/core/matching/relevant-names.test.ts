import { expect, test } from 'vitest';
import { judge } from '../../../src/core/matching/judge';
import { withRelevantNames } from '../../../src/core/matching/name-evidence';
import type { Item } from '../../../src/core/media/item';
import type { KnownName, Media } from '../../../src/core/media/media';

const item: Item = { type: 'movie', title: 'The Lighthouse', language: 'pl' };
const film = (titles: KnownName[]): Media => ({
  type: 'movie',
  tmdbId: 1,
  title: 'Der Leuchtturm',
  originalLanguage: 'de',
  titles,
});

test('the same name in two languages is kept in both: one may count more than the other', () => {
  const media = film([
    { title: 'The Lighthouse', language: 'tr' },
    { title: 'The Lighthouse', language: 'en' },
  ]);
  const stored = withRelevantNames(item, media, 'fr');
  expect(stored.titles).toEqual(media.titles);
  expect(judge({ item }, [stored])[0]?.confidence).toBe(judge({ item }, [media])[0]?.confidence);
});

test('a hundred other names are not stored; those of the page and of the person are', () => {
  const others = Array.from({ length: 100 }, (_, index) => ({ title: `Navn ${index}`, language: 'da' }));
  const stored = withRelevantNames(
    item,
    film([...others, { title: 'Latarnia', language: 'pl' }, { title: 'Le Phare', language: 'fr' }]),
    'fr-CA',
  );
  expect(stored.titles).toHaveLength(3);
  expect(stored.titles).toContainEqual({ title: 'Latarnia', language: 'pl' });
  expect(stored.titles).toContainEqual({ title: 'Le Phare', language: 'fr' });
});
