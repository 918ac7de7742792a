import * as z from 'zod/mini';
import { looksSecret } from '../core/text/looks-secret';
import type { EndpointRequest } from '../core/definition/endpoint-request';

/**
 * What a content script may send to the worker. Pages cannot send messages to the extension, but they control
 * their DOM. So every text and number is bounded here, and numbers must be finite.
 */

const text = z.string().check(z.maxLength(500));

/**
 * Drops a text that looks like a secret of the page, because titles are sent to the tracker. Only for
 * optional properties, whose type allows the resulting `undefined`.
 */
const titleText = text.check(
  z.overwrite((value) => (looksSecret(value) ? (undefined as unknown as string) : value)),
);

const run = z.string().check(z.maxLength(40));

const url = z.string().check(z.maxLength(4_000));

const positive = z.number().check(z.minimum(0), z.maximum(1e12));

const part = z.number().check(z.minimum(0), z.maximum(1));

export const itemInput = z.strictObject({
  type: z.optional(z.enum(['movie', 'episode'])),
  title: z.optional(titleText),
  seriesTitle: z.optional(titleText),
  seasonNumber: whole(0, 9_999),
  episodeNumber: whole(1, 99_999),
  lastEpisodeNumber: whole(1, 99_999),
  episodeTitle: z.optional(titleText),
  year: whole(1870, 2200),
  /** As the page states it: `de`, `pt-BR`; `languageTag` reads it. */
  language: z.optional(text),
  /** Length of the work in seconds, as the page states it. */
  runtime: whole(60, 43_200),
  ids: z.optional(
    z.strictObject({
      tmdb: whole(1, 1e9),
      imdb: z.optional(z.string().check(z.regex(/^tt\d{5,10}$/))),
      tvdb: whole(1, 1e9),
      episodeTmdb: whole(1, 1e9),
      site: z.optional(text),
    }),
  ),
});

export const playbackInput = z.strictObject({
  state: z.enum(['playing', 'paused', 'ended']),
  position: positive,
  /** 0 while unknown. A live stream is reported by `gate`, because JSON cannot express Infinity. */
  duration: positive,
  rate: z.number().check(z.minimum(0), z.maximum(64)),
  at: z.number().check(z.minimum(0), z.maximum(1e14)),
  source: z.optional(z.string().check(z.maxLength(64))),
  /** The position just before a seek, in seconds. */
  seekFrom: z.optional(positive),
});

/** A script has started in a frame, or the address of its page has changed. */
export const helloInput = z.strictObject({
  url,
  /**
   * Identifies this script, to distinguish it from an earlier one in the same frame, before a reload or an
   * update.
   */
  run,
});

export const reportInput = z.strictObject({
  run,
  /** Increases within one run; a report that arrives out of order is dropped. */
  seq: z.int().check(z.minimum(0)),
  cause: z.enum(['start', 'play', 'pause', 'seek', 'end', 'tick', 'item', 'leave', 'lost']),
  url,
  visible: z.boolean(),
  playback: z.optional(playbackInput),
  reading: z.optional(
    z.strictObject({
      item: itemInput,
      identity: z.string().check(z.maxLength(2_000)),
      /** 0 to 1; a reading below the worker's bar is held for review. */
      confidence: part,
      degraded: z.boolean(),
      missing: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)),
      /** Names of fields, and which of their sources gave the value. */
      ladder: z.optional(text),
    }),
  ),
  gate: z.optional(z.enum(['ad', 'trailer', 'live'])),
  /** For a connector on trial: whether its reading is at least as good as the previous version's. */
  trial: z.optional(z.boolean()),
  /** The field that is read worse, and which of its sources gave it: `title1`, `year-`. */
  worse: z.optional(run),
});

export const endpointInput = z.strictObject({
  name: z.string().check(z.maxLength(64)),
  /** Values for the placeholders of the endpoint's template, from the page's address and sources. */
  values: z.record(z.string().check(z.maxLength(64)), text),
  url,
});

/** The worker reads only what the sending frame's definition declares. */
export const pageWorldInput = z.strictObject({ url });

function whole(least: number, most: number) {
  return z.optional(z.int().check(z.minimum(least), z.maximum(most)));
}

export type Report = z.infer<typeof reportInput>;

/** `none`: no connector applies, and the script observes nothing until the tab message `hello`. */
export type HelloOutput =
  | Readonly<{ kind: 'none' }>
  | Readonly<{
      kind: 'definition';
      siteId: string;
      /**
       * The whole definition, so that the script itself can choose the page kind after an in-page navigation.
       */
      definition: unknown;
      /** The previous definition, while this one is on trial. */
      former?: unknown;
    }>;

export type ReportOutput = Readonly<{
  /**
   * Seconds of wall clock after which the script reports again if the player still plays; absent: only on
   * events.
   */
  again?: number;
  /** The script was replaced, or recording is off here, so the script stops. */
  end?: boolean;
}>;

/** The value that the worker read for a content script, or a code that says why there is none. */
export type ReadResult = Readonly<{ value: unknown }> | Readonly<{ failed: string }>;

/**
 * `ask`: these requests have the page's own origin; the script sends them itself, with the page's cookies.
 */
export type EndpointResult = ReadResult | Readonly<{ ask: EndpointRequest[] }>;
