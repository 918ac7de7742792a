import type { LiveMedia } from './live-media';

interface LiveSession {
  readonly media: LiveMedia;
  readonly progress: number;
  readonly duration: number;
  readonly updatedAt: string;
}

export interface LiveList {
  readonly name: string;
  readonly description: string | null;
  readonly visibility: string;
  readonly kind: string;
  /** By the key of `POST /media/status`. */
  readonly items: Map<string, LiveMedia>;
}

/** The list that the person has, and that the channel shows. */
export const LIST_ID = 'list-1';

/** What the live service keeps of a person; by the key of `POST /media/status`. */
export interface LiveAccount {
  readonly sessions: Map<string, LiveSession>;
  readonly history: Map<string, { readonly media: LiveMedia; readonly dates: string[] }>;
  readonly ratings: Map<string, { readonly media: LiveMedia; readonly rating: number; readonly at: string }>;
  readonly watchlist: Map<string, LiveMedia>;
  readonly favorites: Map<string, LiveMedia>;
  readonly collection: Map<string, LiveMedia>;
  readonly lists: Map<string, LiveList>;
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
    lists: new Map([[LIST_ID, newList({ name: 'Phase one' })]]),
    submissions: [],
  };
}

export function newList(fields: Readonly<Record<string, unknown>>): LiveList {
  const { name, description = null, visibility = 'PRIVATE', kind = 'media' } = fields;
  return {
    name: String(name),
    description: typeof description === 'string' ? description : null,
    visibility: String(visibility),
    kind: String(kind).toLowerCase(),
    items: new Map(),
  };
}
