import * as z from 'zod/mini';

/** The input of a message that needs none. */
export function nothing() {
  return z.strictObject({});
}

/** The browser's id of a tab. */
export function tabId() {
  return z.int().check(z.minimum(0));
}

/** A text of 1 to `most` characters. */
export function text(most: number) {
  return z.string().check(z.minLength(1), z.maxLength(most));
}

/** An optional whole number within bounds. */
export function whole(least: number, most: number) {
  return z.optional(z.int().check(z.minimum(least), z.maximum(most)));
}

/** Named values whose meaning the handler checks. */
export function record() {
  return z.record(z.string().check(z.maxLength(40)), z.unknown());
}

/** One page of a list, newest first: `limit` entries with an id below `before`. */
export function pageOfList() {
  return z.strictObject({
    before: z.optional(z.int()),
    limit: z.int().check(z.minimum(1), z.maximum(5000)),
  });
}

/** Media of the tracker, as a page of the extension received it, without its further names. */
export function mediaInput() {
  return z.object({
    type: z.enum(['movie', 'episode']),
    tmdbId: whole(1, 1e9),
    id: whole(1, 1e9),
    seasonNumber: whole(0, 99_999),
    episodeNumber: whole(1, 1e9),
    title: z.optional(z.string().check(z.maxLength(500))),
    seriesTitle: z.optional(z.string().check(z.maxLength(500))),
    year: z.optional(z.int()),
    posterUrl: z.optional(z.string().check(z.maxLength(2000))),
    url: z.optional(z.string().check(z.maxLength(2000))),
    runtime: z.optional(z.number().check(z.minimum(0))),
  });
}
