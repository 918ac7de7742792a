import type { ImportRow } from '../library/imports/import-row';
import type { MediaRow } from '../store/media';
import type { Sink } from '../store/sink';
import type { SinkAnswer, Via } from './sink-request';

/** A viewing that a sink is to have, or to have no longer. */
export interface RelayEvent {
  readonly media: MediaRow;
  /** The viewing's id in our history. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly watchedAt: number;
  /** Seconds; 0 where nothing states it. */
  readonly duration: number;
  /** Of the film or series, where the catalogue knows them. */
  readonly imdbId?: string | undefined;
}

/** A rating that a sink is to have; null: to have no longer. */
export interface RelayRating {
  /** As the history names it: `movie:348`, `show:1396`, `season:1396:2`, `episode:1396:2:3`. */
  readonly media: string;
  /** 1 to 10 in steps of 0.5. */
  readonly rating: number | null;
}

/** What plays at the moment. `progress`: percent. */
export interface RelayPlayback {
  readonly state: 'playing' | 'paused';
  readonly progress: number;
}

type SendTo<Rest extends readonly unknown[]> = (via: Via, sink: Sink, ...rest: Rest) => Promise<SinkAnswer>;

/** What somebody has watched at another tracker. */
export interface PulledHistory {
  readonly rows: readonly ImportRow[];
  /** Entries that could not be read. */
  readonly unread: number;
  /** Handed in at the next look, which then reads what is new. */
  readonly cursor: string;
}

/** How a kind of sink is spoken to. What is absent, it does not take. */
export interface SinkClient {
  /** The sink with a key that is still taken; before everything else of a look. */
  readonly prepare?: (via: Via, sink: Sink) => Promise<Sink | SinkAnswer>;
  /** `isRepeated`: an earlier attempt may have arrived. */
  readonly watched: SendTo<[event: RelayEvent, isRepeated: boolean]>;
  readonly removed?: SendTo<[event: RelayEvent]>;
  readonly rated?: SendTo<[rating: RelayRating]>;
  readonly playing?: SendTo<[event: RelayEvent, playback: RelayPlayback]>;
  /** What is new there since `cursor`; all where it is absent. */
  readonly pull?: (via: Via, sink: Sink, cursor: string | undefined) => Promise<PulledHistory | SinkAnswer>;
  /** Milliseconds between two deliveries. */
  readonly paceMs?: number;
  /** Milliseconds between two viewings of one title: sooner, it takes the second one for the first. */
  readonly againMs?: number | undefined;
  /** A viewing is taken back with all others of its title, so only the last one is. */
  readonly hasTitlesOnce?: boolean;
}
