import type { Catalogue } from './catalogue';

/** Knows nothing. */
export const emptyCatalogue: Catalogue = {
  resolve: () => Promise.resolve([]),
  next: () => Promise.resolve(undefined),
};
