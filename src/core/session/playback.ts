/** What the player of one frame does at one moment. */
export type Playback = Readonly<{
  state: PlaybackState;
  /** Seconds into the content. */
  position: number;
  /** Seconds; 0 while the player does not know it yet, Infinity for a live stream. */
  duration: number;
  /** 1 is normal speed. */
  rate: number;
  /** When this was read, in milliseconds of a clock of the page that only goes forward. */
  at: number;
  /** When the worker received it, in milliseconds since 1970. */
  receivedAt?: number;
  /** The media resource, hashed or shortened; changes when the player loads something else. */
  source?: string;
}>;

export type PlaybackState = 'playing' | 'paused' | 'ended';
