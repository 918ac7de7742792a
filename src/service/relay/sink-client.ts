import type { ImportRow } from '../library/imports/import-row';
import type { MediaRow } from '../store/media';
import type { Sink } from '../store/sink';
import type { SinkAnswer, Via } from './sink-request';

/** A viewing that a sink is to have, or to have no longer. */
export type RelayEvent = Readonly<{
  media: MediaRow;
  /** The viewing's id in our history. */
  id: string;
  /** Milliseconds since 1970. */
  watchedAt: number;
  /** Seconds; 0 where nothing states it. */
  duration: number;
  /** Of the film or series, where the catalogue knows them. */
  imdbId?: string | undefined;
}>;

/** A rating that a sink is to have; null: to have no longer. */
export type RelayRating = Readonly<{
  /** As the history names it: `movie:348`, `show:1396`, `season:1396:2`, `episode:1396:2:3`. */
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
  /** Handed in at the next look, which then reads what is new. */
  cursor: string;
}>;

/** How a kind of sink is spoken to. What is absent, it does not take. */
export type SinkClient = Readonly<{
  /** The sink with a key that is still taken; before everything else of a look. */
  prepare?: (via: Via, sink: Sink) => Promise<Sink | SinkAnswer>;
  /** `isRepeated`: an earlier attempt may have arrived. */
  watched: SendTo<[event: RelayEvent, isRepeated: boolean]>;
  removed?: SendTo<[event: RelayEvent]>;
  rated?: SendTo<[rating: RelayRating]>;
  playing?: SendTo<[event: RelayEvent, playback: RelayPlayback]>;
  /** What is new there since `cursor`; all where it is absent. */
  pull?: (via: Via, sink: Sink, cursor: string | undefined) => Promise<PulledHistory | SinkAnswer>;
  /** Milliseconds between two deliveries. */
  paceMs?: number;
  /** Milliseconds between two viewings of one title: sooner, it takes the second one for the first. */
  againMs?: number | undefined;
  /** A viewing is taken back with all others of its title, so only the last one is. */
  hasTitlesOnce?: boolean;
}>;
