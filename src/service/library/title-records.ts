import { defined } from '../../core/values/defined';
import type { ListItem } from '../../protocol/tracker/list-item';
import type { MediaCandidate } from '../../protocol/tracker/resolve';
import type { Title } from '../catalogue/catalogue';
import { describeTitle } from '../catalogue/describe-title';
import { mediaPath, posterUrl } from './media-paths';
import type { Words } from '../texts/words';
import { subtitleText } from './media-text';

/** A title of the catalogue in `data` of `/matinee/resolve`, with its picture and its page here. */
export function toCandidate(title: Title, origin: string): MediaCandidate {
  const { type, tmdbId } = title;
  const links = { posterUrl: posterUrl(origin, type, tmdbId), url: origin + mediaPath(title) };
  return defined({ ...describeTitle(title), ...links });
}

/** A title of the catalogue in a widget or in a list of a channel; without progress. */
export function titleToListItem(title: Title, origin: string, words: Words): ListItem {
  const { type, tmdbId } = title;
  return defined({
    type,
    title: title.title,
    tmdbId,
    posterUrl: posterUrl(origin, type, tmdbId),
    url: origin + mediaPath(title),
    subtitle: subtitleText(words, title),
  });
}
