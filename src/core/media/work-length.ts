import type { MediaType } from './item';

/** Share of its length that a cut has at least; episodes of a series differ among each other. */
export const leastShare: Readonly<Record<MediaType, number>> = { movie: 0.6, episode: 0.4 };

/** Seconds. A catalogue that states less has no runtime for this title, or one in another unit. */
export const shortestKnown = 60;
