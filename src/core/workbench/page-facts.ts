import type { Item } from '../media/item';

/** Where a proposed source reads, best first; only for ranking and for the words beside it. */
export const proposalKinds = [
  'linked-data',
  'media-session',
  'meta',
  'test-id',
  'label',
  'id',
  'class',
  'scan',
  'address',
  'document-title',
  'path',
  'last-resort',
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** One way to read a value, as the page answers it now. `source` has the form of a definition's source. */
export interface Proposal {
  readonly kind: ProposalKind;
  readonly source: Readonly<Record<string, unknown>>;
  /** What it yields now, after its transforms. */
  readonly value: string;
  /** How many elements its selector finds; 1 where it has none. */
  readonly count: number;
  /** Stands on a name that a build has made: it will not live long. */
  readonly fragile: boolean;
}

/** The fields that the workbench looks for by itself. */
export const taughtFields = [
  'seriesTitle',
  'seasonNumber',
  'episodeNumber',
  'episodeTitle',
  'title',
  'year',
] as const;
export type TaughtField = (typeof taughtFields)[number];

/** What a page tells of itself, for a first draft. */
export interface PageFacts {
  readonly url: string;
  readonly title: string;
  readonly siteName?: string | undefined;
  readonly language?: string | undefined;
  readonly item: Partial<Item>;
  readonly fields: Readonly<Partial<Record<TaughtField, readonly Proposal[]>>>;
  /** Selectors of the video, where it can be told apart. */
  readonly video: readonly string[];
  /** Stands inside shadow roots only. */
  readonly shadow: boolean;
  /** Hosts of frames that may hold the player, where the page itself has none. */
  readonly frames: readonly string[];
}
