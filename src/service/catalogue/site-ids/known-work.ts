import type { KnownName } from '../../../core/media/media';
import type { WorkKind } from '../sources/open-work';

/** A work that a site's own id leads to. */
export type KnownWork = Readonly<{
  kind: WorkKind;
  tmdbId: number;
  /** The id is that of one season. */
  season?: number;
  /** The id belongs to a later part of the season, so the page's numbers are not those of the season. */
  isLaterPart?: boolean;
  /** A person of this tracker stated it: it counts only if nothing else contradicts it. */
  isSaid?: boolean;
  /** Present if the source of the id also knows the work. */
  names?: readonly KnownName[];
  originalLanguage?: string;
  /** Days of its first and last episode: `2019-03-01`. */
  begin?: string;
  end?: string;
}>;
