import type { SeasonEpisodeParser } from '../../core/text/season-episode';
import type { Definition } from '../../protocol/definition';
import type { Memory } from './memory';
import type { GenericReading } from '../generic/generic-reading';
import type { Trace } from './trace';

/** What reading may use of the world around it. Nothing here throws: what cannot be had is undefined. */
export interface ReadContext {
  readonly document: Document;
  readonly url: URL;
  readonly definition: Definition;
  /** A fresh copy of the groups of `matchPage` for each reading; values of the page join them. */
  readonly values: Record<string, string>;
  readonly memory: Memory;
  /** Milliseconds, for the throttle of answers that failed. */
  readonly now: number;
  /** The video that was picked, for sources with `aroundVideo` and for the clock. */
  readonly video?: HTMLVideoElement | undefined;
  readonly mediaSession: () =>
    | {
        readonly title?: string | undefined;
        readonly artist?: string | undefined;
        readonly album?: string | undefined;
      }
    | undefined;
  readonly storage: (area: 'local' | 'session') => Pick<Storage, 'getItem' | 'key' | 'length'> | undefined;
  /** Addresses that the page has loaded something from, oldest first. */
  readonly requests: () => readonly string[];
  /** The JSON an endpoint answers, by its name and the values for its placeholders; undefined when it does not. */
  readonly askEndpoint: (name: string, values: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly askPageWorld: (question: PageWorldQuestion) => Promise<unknown>;
  /** Undefined only where the definition takes no text apart: see core/season-words.ts. */
  readonly parseSeasonEpisode: SeasonEpisodeParser | undefined;
  /** What the page says about itself, for when the definition's own sources do not name what plays; undefined while that cannot be had. */
  readonly readGeneric: (
    context: ReadContext,
  ) => GenericReading | undefined | Promise<GenericReading | undefined>;
  /** Answers of the page's world are not kept: a time that is three seconds old is none. */
  readonly fresh?: true | undefined;
  /** Only when a trace is wanted. */
  readonly trace?: Trace | undefined;
}

/** A page-world source as the definition writes it; the worker finds it there and runs no other. */
export interface PageWorldQuestion {
  readonly path: string;
  readonly element?: string;
}
