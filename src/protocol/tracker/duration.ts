import * as z from 'zod/mini';

/**
 * Longest duration in seconds: 1,000 hours. The longest film has 857. The limit keeps the sums of a person
 * with a million viewings exact integers. Ours.
 */
export const longestDuration = 1000 * 3600;

/** Seconds. */
export const durationSchema = z.int().check(z.minimum(1), z.maximum(longestDuration));
