import type { Item } from '../../core/media/item';
import { textOf } from './clean-text';
import type { ReadContext } from './context';
import { addressesOf, hasType, readJsonLd } from './page-json';
import { followPath } from './transform';

/**
 * Fields for which the page's structured data states something else than was read. Only where it describes
 * one title, and not that of another address. One text may be part of the other: "The Film (2019)".
 */
export function disagreeingFields(
  item: Partial<Item>,
  { document, memory, url }: Pick<ReadContext, 'document' | 'memory' | 'url'>,
): string[] {
  const isFilm = item.type === 'movie';
  const [object, another] = readJsonLd(document, memory).filter((one) =>
    hasType(one, isFilm ? ['Movie'] : ['TVEpisode', 'Episode']),
  );
  if (!object || another) return [];
  const addresses = addressesOf(object);
  if (addresses[0] && !addresses.some((address) => address.includes(url.pathname))) return [];
  const stated: Readonly<Record<string, unknown>> = isFilm
    ? { title: object['name'] }
    : { seriesTitle: followPath(object, '$.partOfSeries.name'), episodeNumber: object['episodeNumber'] };
  return Object.keys(stated).filter((name) => {
    const [a, b] = [stated[name], item[name as keyof Item]].map((value) => textOf(value)?.toLowerCase());
    return a && b && !a.includes(b) && !b.includes(a);
  });
}
