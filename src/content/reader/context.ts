import type { Playback } from '../../core/session/observation';
import type { LabelReader } from '../../core/text/season-episode';
import type {
  Definition,
  PlayerDefinition,
  Guard,
  Source,
  Transform,
  SourceKind,
} from '../../protocol/definition/definition';
import type { Memory } from './memory';
import type { Item } from '../../core/media/item';

/**
 * The access of a reading to a page, in the browser or saved. An impossible value is undefined; for one that
 * is not there yet, `Unanswered` is thrown. Nothing else throws, and nothing rejects.
 */
export type PageAccess = Readonly<{
  document: Document;
  mediaSession: () => MediaSessionTexts | undefined;
  storage: (area: 'local' | 'session') => ReadableStorage | undefined;
  /** Addresses of the resources that the page has loaded, oldest first. */
  requests: () => string[];
  /** The JSON of an endpoint of the definition, by its name and the values of its placeholders. */
  askEndpoint: (name: string, values: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Values of all page-world sources of the definition, by `readerKey`. */
  askPageWorld: () => Promise<unknown>;
  /** For the transform `seasonEpisode`. */
  parseSeasonEpisode: LabelReader;
  /** The page's structured data, for when the definition's own sources give no item. */
  readGeneric: (context: ReadContext) => GenericReading | undefined;
  /** The value of a source whose reader is loaded only when needed. */
  readOnDemand: (source: OnDemandSource, context: ReadContext) => unknown;
  /** The definition's own clock, which few definitions have. */
  readOwnClock: (video: HTMLVideoElement, context: ReadContext, read: ReadClockField) => Playback | undefined;
}>;

export type OnDemandSource =
  InlineScriptSource | SourceOf<'storage'> | SourceOf<'request'> | SourceOf<'received'> | SourceOf<'title'>;

export type InlineScriptSource = SourceOf<'scriptAssignment'> | SourceOf<'nextFlight'>;

/** Facts of the player that identify the title, besides its name. */
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
  /** A fresh copy of the `matchPage` groups for each reading, to which the page's `values` are added. */
  readonly values: Record<string, string>;
  readonly memory: Memory;
  /** Milliseconds since 1970; decides when failed requests are repeated. */
  readonly now: number;
  /** The video that was picked, for sources with `aroundVideo` and for the clock. */
  readonly video?: HTMLVideoElement | undefined;
  /** Accept only page-world values requested by this reading: a position that is seconds old is wrong. */
  readonly fresh?: true | undefined;
  /** For the clock: an advertisement plays, whose seconds do not belong to the title. */
  readonly isAd?: boolean | undefined;
  /**
   * Called once the video is picked, before anything is read. Returns whether the last reading still holds.
   */
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

/**
 * Receives every step of a reading, for authors of connectors. The workbench and the command line use
 * `collectTrace`. The content script has no trace, so the implementation is not in its bundle.
 */
export interface Trace {
  /** Called before a source is tried for a field: `item.seasonNumber`, `values.id`, `gate`, `player.ad` … */
  try(field: string, index: number, source: Source): SourceTrace;
}

export interface SourceTrace {
  raw(value: unknown): void;
  transformed(transform: Transform, value: unknown): void;
  guarded(guard: Guard, seen: unknown, passed: boolean): void;
  /** `read` is the value after the transforms, `value` the final value of the source. */
  done(read: unknown, passed: boolean, value: unknown): void;
}

/** An item that was read without the sources of a connector. */
export type GenericReading = Readonly<{
  item: Partial<Item>;
  /**
   * 0.9 for a JSON-LD object about this page, 0.8 for the only one of its kind, 0.6 for the media session,
   * 0.5 for OpenGraph, 0.3 for the document's title, 0 for nothing; less if the item is vague.
   */
  confidence: number;
  /** Where the item was read, for display. */
  from: 'json-ld' | 'media-session' | 'open-graph' | 'title' | 'nothing';
}>;

/** A source without guards; a guard itself has such a source. */
export type BareSource = NonNullable<Guard['of']>;

/** The source of one kind. */
export type SourceOf<Kind extends SourceKind> = Extract<BareSource, Readonly<Record<Kind, unknown>>>;
