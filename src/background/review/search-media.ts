import type { Media } from '../../core/media/media';
import { languageTag } from '../../core/text/language-tag';
import { defined } from '../../core/values/defined';
import { language } from '../../platform/browser/i18n';
import { mediaOf } from '../../tracker/media-of';
import type { AppContext } from '../context/context';
import { tracker } from '../account/tracker-client';

type SearchInput = Readonly<{
  type: 'movie' | 'episode';
  title: string;
  year?: number | undefined;
  seasonNumber?: number | undefined;
  /** Default: 1. */
  episodeNumber?: number | undefined;
}>;

/**
 * The tracker's results for a title that a person typed, best first, named in the person's language. Not
 * cached. Rejects with a TrackerError.
 */
export async function searchMedia(
  context: AppContext,
  { type, title, year, seasonNumber, episodeNumber }: SearchInput,
): Promise<readonly Media[]> {
  const named =
    type === 'movie'
      ? { title }
      : { seriesTitle: title, episodeNumber: episodeNumber ?? 1, ...defined({ seasonNumber }) };
  const asked = defined({ year, language: languageTag(language()) });
  const found = await (await tracker(context)).resolve({ type, ...named, ...asked });
  if (found === undefined) return [];
  return [found, ...(found.candidates ?? [])].flatMap((one) => mediaOf(one) ?? []);
}
