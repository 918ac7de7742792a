import type { Item } from '../media/item';

/** Kinds of proposed sources, best first; used for ranking and for the description. */
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
  /** Depends on a generated name, which will soon change. */
  fragile: boolean;
}>;

/** The fields that the workbench searches for automatically. */
export const taughtFields = [
  'seriesTitle',
  'seasonNumber',
  'episodeNumber',
  'episodeTitle',
  'title',
  'year',
] as const;
export type TaughtField = (typeof taughtFields)[number];

/** The facts of a page for a first draft. */
export type PageFacts = Readonly<{
  url: string;
  title: string;
  siteName?: string | undefined;
  language?: string | undefined;
  item: Partial<Item>;
  fields: Readonly<Partial<Record<TaughtField, readonly Proposal[]>>>;
  /** Selectors of the video, if they distinguish it. */
  video: readonly string[];
  /** Stands inside shadow roots only. */
  shadow: boolean;
  /** Hosts of frames that may contain the player, if the page itself has none. */
  frames: readonly string[];
}>;
