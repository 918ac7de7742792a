import { defined } from '../../src/core/values/defined';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import type { Catalogue, Title } from '../../src/service/catalogue/catalogue';

/**
 * The built-in catalogue without the lengths of its works: what cinema and test pages play under their titles
 * is one minute long, which Matinee would rightly take for a clip or an advertisement. `wholeTitles` keep
 * theirs: films and series that a page plays in full.
 */
export function createCinemaCatalogue(wholeTitles: readonly string[] = []): Catalogue {
  const catalogue = createBuiltInCatalogue();
  const shorten = ({ runtime, ...title }: Title): Title =>
    wholeTitles.includes(title.title) ? { ...title, ...defined({ runtime }) } : title;
  return {
    resolve: async (request, allowance) => (await catalogue.resolve(request, allowance)).map(shorten),
    next: async (place, allowance) => {
      const title = await catalogue.next(place, allowance);
      return title && shorten(title);
    },
  };
}
