import type { KnownName } from '../../../core/media/media';
import type { WorkKind } from '../sources/open-work';

/** A work that a site's own id leads to. */
export type KnownWork = Readonly<{
  kind: WorkKind;
  tmdbId: number;
  /** The id is that of one season. */
  season?: number;
  /** The id is that of a later part of the season, so the numbers on the page are not those of the season. */
  isLaterPart?: boolean;
  /** A person of this tracker has said so: it counts where nothing else says what the page shows. */
  isSaid?: boolean;
  /** Where the one who knows the id also knows the work. */
  names?: readonly KnownName[];
  originalLanguage?: string;
  /** Days of its first and last episode: `2019-03-01`. */
  begin?: string;
  end?: string;
}>;
