import type { Posters } from '../../store/titles';

/** The free sources have no pictures that may be shown. */
export const noPosters: Posters = {
  path: () => Promise.resolve(undefined),
  known: () => Promise.resolve(new Set()),
  paths: () => Promise.resolve(new Map()),
  setPaths: () => Promise.resolve(),
  picture: () => Promise.resolve(undefined),
  addPicture: () => Promise.resolve(),
};
