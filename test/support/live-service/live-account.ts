import type { LiveMedia } from './live-media';

export interface LiveSession {
  readonly media: LiveMedia;
  readonly progress: number;
  readonly duration: number;
  readonly updatedAt: string;
}

/** What the live service keeps of a person; by the key of `POST /media/status`. */
export interface LiveAccount {
  readonly sessions: Map<string, LiveSession>;
  readonly history: Map<string, { readonly media: LiveMedia; readonly dates: string[] }>;
  readonly ratings: Map<string, { readonly media: LiveMedia; readonly rating: number; readonly at: string }>;
  readonly watchlist: Map<string, LiveMedia>;
  readonly favorites: Map<string, LiveMedia>;
  readonly collection: Map<string, LiveMedia>;
  readonly submissions: {
    readonly name: string;
    readonly domains: readonly string[];
    readonly definition: object;
  }[];
}

export function createLiveAccount(): LiveAccount {
  return {
    sessions: new Map(),
    history: new Map(),
    ratings: new Map(),
    watchlist: new Map(),
    favorites: new Map(),
    collection: new Map(),
    submissions: [],
  };
}
