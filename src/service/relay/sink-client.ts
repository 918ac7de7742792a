import type { ImportRow } from '../library/imports/import-row';
import type { MediaRow } from '../store/media';
import type { Sink } from '../store/sink';
import type { SinkAnswer, Via } from './sink-request';

/** A viewing to add to a sink, or to remove from it. */
export type RelayEvent = Readonly<{
  media: MediaRow;
  /** The viewing's id in our history. */
  id: string;
  /** Milliseconds since 1970. */
  watchedAt: number;
  /** Seconds; 0 if unknown. */
  duration: number;
  /** Of the film or series, if the catalogue knows them. */
  imdbId?: string | undefined;
}>;

/** A rating to set at a sink; null: to remove it. */
export type RelayRating = Readonly<{
  /** The key in the history: `movie:348`, `show:1396`, `season:1396:2`, `episode:1396:2:3`. */
  media: string;
  /** 1 to 10 in steps of 0.5. */
  rating: number | null;
}>;

/** What plays at the moment. `progress`: percent. */
export type RelayPlayback = Readonly<{
  state: 'playing' | 'paused';
  progress: number;
}>;

type SendTo<Rest extends readonly unknown[]> = (via: Via, sink: Sink, ...rest: Rest) => Promise<SinkAnswer>;

/** What somebody has watched at another tracker. */
export type PulledHistory = Readonly<{
  rows: readonly ImportRow[];
  /** Entries that could not be read. */
  unread: number;
  /** The next pull passes it and reads only newer entries. */
  cursor: string;
}>;

/** The protocol of one kind of sink. It does not support what is absent. */
export type SinkClient = Readonly<{
  /** Renews the sink's key if necessary; called first at each look. */
  prepare?: (via: Via, sink: Sink) => Promise<Sink | SinkAnswer>;
  /** `isRepeated`: an earlier attempt may have arrived. */
  watched: SendTo<[event: RelayEvent, isRepeated: boolean]>;
  removed?: SendTo<[event: RelayEvent]>;
  rated?: SendTo<[rating: RelayRating]>;
  playing?: SendTo<[event: RelayEvent, playback: RelayPlayback]>;
  /** Reads what is new since `cursor`; everything if it is absent. */
  pull?: (via: Via, sink: Sink, cursor: string | undefined) => Promise<PulledHistory | SinkAnswer>;
  /** Milliseconds between two deliveries. */
  paceMs?: number;
  /**
   * Milliseconds between two viewings of one title. The sink takes an earlier second one for a repetition.
   */
  againMs?: number | undefined;
  /** The sink removes all viewings of a title together, so only the removal of the last one is sent. */
  hasTitlesOnce?: boolean;
}>;
