import * as z from 'zod/mini';
import type { SeasonWords } from '../core/text/season-episode';

/**
 * What a content script may tell the worker. A page cannot send these (no web-accessible messaging), but a page decides
 * what its own DOM says: everything is bounded here, and no number is believed before it is finite.
 */

const text = z.string().check(z.maxLength(500));
const run = z.string().check(z.maxLength(40));
const url = z.string().check(z.maxLength(4_000));
const positive = z.number().check(z.minimum(0), z.maximum(1e12));
const part = z.number().check(z.minimum(0), z.maximum(1));

export const itemInput = z.strictObject({
  type: z.optional(z.enum(['movie', 'episode'])),
  title: z.optional(text),
  seriesTitle: z.optional(text),
  seasonNumber: whole(0, 9_999),
  episodeNumber: whole(1, 99_999),
  episodeTitle: z.optional(text),
  year: whole(1870, 2200),
  ids: z.optional(
    z.strictObject({
      tmdb: whole(1, 1e9),
      imdb: z.optional(z.string().check(z.regex(/^tt\d{5,10}$/))),
      tvdb: whole(1, 1e9),
      episodeTmdb: whole(1, 1e9),
    }),
  ),
});

export const playbackInput = z.strictObject({
  state: z.enum(['playing', 'paused', 'ended']),
  position: positive,
  /** 0 while unknown; a live stream says so by `gate`, never by Infinity (JSON has none). */
  duration: positive,
  rate: z.number().check(z.minimum(0), z.maximum(64)),
  at: z.number().check(z.minimum(0), z.maximum(1e14)),
  source: z.optional(z.string().check(z.maxLength(64))),
  /** Where the playhead stood just before a seek, in seconds. */
  seekFrom: z.optional(positive),
});

/** A script has started in a frame, or found a new address: which definition applies here? */
export const helloInput = z.strictObject({
  url,
  /** Distinguishes a script from the one that ran in the same frame before an update or reload. */
  run,
});

export const reportInput = z.strictObject({
  run,
  /** Counts up within one run; an older one that arrives late is dropped. */
  seq: z.int().check(z.minimum(0)),
  cause: z.enum(['start', 'play', 'pause', 'seek', 'end', 'tick', 'item', 'leave', 'lost']),
  url,
  visible: z.boolean(),
  playback: z.optional(playbackInput),
  reading: z.optional(
    z.strictObject({
      item: itemInput,
      identity: z.string().check(z.maxLength(2_000)),
      /** 0 to 1; below the bar of the worker a generic reading is held for review. */
      confidence: part,
      degraded: z.boolean(),
      missing: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)),
    }),
  ),
  gate: z.optional(z.enum(['ad', 'trailer', 'live'])),
});

export const endpointInput = z.strictObject({
  name: z.string().check(z.maxLength(64)),
  /** Values for the placeholders of the endpoint's template, as the page's address and sources gave them. */
  values: z.record(z.string().check(z.maxLength(64)), text),
  url,
});

/** Which reader of the catalogue, with data only; checked again against the definition of the frame that asks. */
export const pageWorldInput = z.strictObject({ reader: z.unknown(), url });

function whole(least: number, most: number) {
  return z.optional(z.int().check(z.minimum(least), z.maximum(most)));
}

export type Report = z.infer<typeof reportInput>;
export type ReportPlayback = z.infer<typeof playbackInput>;

/** `none` tells the script to remove its listeners; it asks again when the address changes. */
export type HelloOutput =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'definition';
      readonly siteId: string;
      /** The whole definition: pages and frames are chosen by the script, since the address changes without a load. */
      readonly definition: unknown;
      /** With a definition that takes labels such as "S1 E2 – Title" apart. */
      readonly seasonWords?: SeasonWords | undefined;
      readonly top: boolean;
    };

/** The script reports again after this many seconds of the wall clock (if the player still plays), or not by itself. */
export interface ReportOutput {
  readonly again?: number;
  /** The extension was updated or this frame's script replaced: end yourself. */
  readonly end?: boolean;
}
