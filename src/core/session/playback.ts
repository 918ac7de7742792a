/** What the player of one frame does at one moment. */
export interface Playback {
  readonly state: PlaybackState;
  /** Seconds into the content. */
  readonly position: number;
  /** Seconds; 0 while the player does not know it yet, Infinity for a live stream. */
  readonly duration: number;
  /** 1 is normal speed. */
  readonly rate: number;
  /** When this was read, in milliseconds of a clock of the page that only goes forward. */
  readonly at: number;
  /** When the worker received it, in milliseconds since 1970. */
  readonly receivedAt?: number;
  /** The media resource, hashed or shortened; changes when the player loads something else. */
  readonly source?: string;
}

export type PlaybackState = 'playing' | 'paused' | 'ended';
