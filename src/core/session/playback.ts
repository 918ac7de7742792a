/** What the player of one frame does at one moment. */
export interface Playback {
  readonly state: PlaybackState;
  /** Seconds into the content. */
  readonly position: number;
  /** Seconds; 0 while the player does not know it yet, Infinity for a live stream. */
  readonly duration: number;
  /** 1 is normal speed. */
  readonly rate: number;
  /** The page's clock (`Date.now()`) when this was read, in milliseconds. */
  readonly at: number;
  /** The media resource, hashed or shortened; changes when the player loads something else. */
  readonly source?: string;
}

export type PlaybackState = 'playing' | 'paused' | 'ended';
