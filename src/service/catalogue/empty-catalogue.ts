import type { Catalogue } from './catalogue';

/** A catalogue that knows nothing. */
export const emptyCatalogue: Catalogue = {
  resolve: () => Promise.resolve([]),
  next: () => Promise.resolve(undefined),
};
