import type { Playback } from '../../core/session/playback';
import type { LabelReader } from '../../core/text/season-episode';
import type { Definition, PlayerDefinition } from '../../protocol/definition/definition';
import type { GenericReading } from './generic-reading';
import type { Memory } from './memory';
import type { SourceOf } from './source-of';
import type { Trace } from './trace';

/**
 * What a reading may use of a page: of the one in the browser, or of a saved one. What cannot be had is
 * undefined, what is not there yet `Unanswered`. Nothing else throws, and nothing rejects.
 */
export type PageAccess = Readonly<{
  document: Document;
  mediaSession: () => MediaSessionTexts | undefined;
  storage: (area: 'local' | 'session') => ReadableStorage | undefined;
  /** Addresses from which the page has loaded a resource, oldest first. */
  requests: () => readonly string[];
  /** The JSON of an endpoint of the definition, by its name and the values of its placeholders. */
  askEndpoint: (name: string, values: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Values of all page-world sources of the definition, by `readerKey`. */
  askPageWorld: () => Promise<unknown>;
  /** For the transform `seasonEpisode`. */
  parseSeasonEpisode: LabelReader;
  /** Structured data of the page, for when the definition's own sources give no item. */
  readGeneric: (context: ReadContext) => GenericReading | undefined;
  /** The value of a source whose reader only few definitions need. */
  readOnDemand: (source: OnDemandSource, context: ReadContext) => unknown;
  /** The definition's own clock, which few definitions have. */
  readOwnClock: (video: HTMLVideoElement, context: ReadContext, read: ReadClockField) => Playback | undefined;
}>;

export type OnDemandSource =
  InlineScriptSource | SourceOf<'storage'> | SourceOf<'request'> | SourceOf<'received'> | SourceOf<'title'>;
export type InlineScriptSource = SourceOf<'scriptAssignment'> | SourceOf<'nextFlight'>;

/** What of the player identifies the title, beside its name. */
export type PlayingMedia = Readonly<{
  /** Seconds; 0 while unknown. */
  duration: number;
  /** Changes when the player loads another medium. */
  source: string;
}>;
/** Reads one field of a definition's own clock; `fresh` as in `ReadContext`. */
export type ReadClockField = (name: keyof NonNullable<PlayerDefinition['clock']>, fresh?: true) => unknown;

/** One reading of one page. */
export interface ReadContext extends PageAccess {
  readonly url: URL;
  readonly definition: Definition;
  /** A fresh copy of the groups of `matchPage` for each reading; the page's `values` are added to it. */
  readonly values: Record<string, string>;
  readonly memory: Memory;
  /** Milliseconds since 1970; when failed answers are asked for again depends on it. */
  readonly now: number;
  /** The video that was picked, for sources with `aroundVideo` and for the clock. */
  readonly video?: HTMLVideoElement | undefined;
  /**
   * Only values of the page's world that this reading has asked for: a position that is seconds old is wrong.
   */
  readonly fresh?: true | undefined;
  /** An advertisement plays, for the clock: its seconds are none of the title's. */
  readonly isAd?: boolean | undefined;
  /** Called once the video is picked, before anything is read: whether the last reading still holds. */
  readonly isStillRead?: ((media: PlayingMedia | undefined) => boolean) | undefined;
  /** Only in the workbench and on the command line. */
  readonly trace?: Trace | undefined;
}

/** A reading before the address and the video are known. */
export type PageContext = Omit<ReadContext, 'values' | 'video'>;

export type ReadableStorage = Pick<Storage, 'getItem' | 'key' | 'length'>;

export type MediaSessionTexts = Readonly<{
  title?: string | undefined;
  artist?: string | undefined;
  album?: string | undefined;
}>;
