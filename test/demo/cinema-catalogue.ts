import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import type { Catalogue, Title } from '../../src/service/catalogue/catalogue';

/**
 * The built-in catalogue without the lengths of its works: what cinema and test pages play under their titles
 * is one minute long, which Matinee would rightly take for a clip or an advertisement.
 */
export function createCinemaCatalogue(): Catalogue {
  const catalogue = createBuiltInCatalogue();
  return {
    resolve: async (request, allowance) => (await catalogue.resolve(request, allowance)).map(withoutLength),
    next: async (place, allowance) => {
      const title = await catalogue.next(place, allowance);
      return title && withoutLength(title);
    },
  };
}

function withoutLength({ runtime: _runtime, ...title }: Title): Title {
  return title;
}
