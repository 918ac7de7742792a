import type { MediaType } from './item';

/** The smallest share of the known length that a cut has. Episodes of a series vary more. */
export const leastShare: Readonly<Record<MediaType, number>> = { movie: 0.6, episode: 0.4 };

/** Seconds. A shorter length in a catalogue means that the runtime is unknown, or in another unit. */
export const shortestKnown = 60;
