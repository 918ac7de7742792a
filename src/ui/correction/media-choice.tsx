import type { JSX } from 'preact';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { Poster } from '../components/poster';
import { joinParts } from '../text/join-parts';
import { displayName } from '../text/naming';

type MediaChoiceProps = Readonly<{
  media: Media;
  /** What tells it apart from others of its name, after the season and episode or the year of a film. */
  details?: string | number | undefined;
  onChoose: (media: Media) => void;
}>;

/** The title by which a row of titles names this one. */
export function choiceTitle(media: Media): string {
  return displayName(media)?.title ?? text('common_untitled', media.tmdbId ?? media.id ?? 0);
}

/** A title of the tracker as a button with its poster. */
export function MediaChoice({ media, details, onChoose }: MediaChoiceProps): JSX.Element {
  const title = choiceTitle(media);
  return (
    <button type="button" class="result-choose" onClick={() => onChoose(media)}>
      <Poster url={media.posterUrl} title={title} />
      <span class="grow">
        <strong class="clamp" dir="auto">
          {title}
        </strong>
        <span class="muted small">{joinParts(displayName(media)?.detail, details)}</span>
      </span>
    </button>
  );
}
