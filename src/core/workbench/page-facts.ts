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
export type Proposal = Readonly<{
  kind: ProposalKind;
  source: Readonly<Record<string, unknown>>;
  /** What it yields now, after its transforms. */
  value: string;
  /** How many elements its selector finds; 1 where it has none. */
  count: number;
  /** Stands on a name that a build has made: it will not live long. */
  fragile: boolean;
}>;

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
export type PageFacts = Readonly<{
  url: string;
  title: string;
  siteName?: string | undefined;
  language?: string | undefined;
  item: Partial<Item>;
  fields: Readonly<Partial<Record<TaughtField, readonly Proposal[]>>>;
  /** Selectors of the video, where it can be told apart. */
  video: readonly string[];
  /** Stands inside shadow roots only. */
  shadow: boolean;
  /** Hosts of frames that may hold the player, where the page itself has none. */
  frames: readonly string[];
}>;
