import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../components/problem';
import { useAction } from '../hooks/use-action';
import { joinParts } from '../text/join-parts';
import { displayName } from '../text/naming';
import { CorrectionScope, type CorrectionChoice } from './correction-scope';
import { MediaSearch } from './media-search';

/**
 * Corrects a match: choose the media, then, for an episode, whether the choice is for it or the whole series.
 * A film has nothing more to choose, and is saved. The form shows the error when `onSave` rejects.
 */
export function CorrectionForm({
  item,
  candidates,
  onSave,
  onCancel,
}: {
  readonly item: Partial<Item>;
  readonly candidates?: readonly Media[] | undefined;
  readonly onSave: (choice: CorrectionChoice) => Promise<unknown>;
  readonly onCancel: () => void;
}): JSX.Element {
  const [media, setMedia] = useState<Media>();
  const action = useAction();
  const choose = (chosen: Media) => {
    if (chosen.type === 'episode' && item.episodeNumber !== undefined) setMedia(chosen);
    else if (!action.busy) void action.run(() => onSave({ scope: 'item', media: chosen }));
  };
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the step is drawn: a key that is pressed at once belongs to it.
  useLayoutEffect(() => {
    if (media !== undefined) heading.current?.focus();
  }, [media]);
  return (
    <section class="stack" aria-labelledby="correction-heading">
      <div class="row spread">
        <h2 id="correction-heading" ref={heading} tabIndex={-1}>
          {text(media === undefined ? 'correct_heading' : 'correct_scope')}
        </h2>
        <button type="button" class="button small" onClick={onCancel}>
          {text('common_cancel')}
        </button>
      </div>
      <p class="small muted">
        {text('correct_page_says')} <span class="clamp one">{itemText(item)}</span>
      </p>
      {media === undefined && <MediaSearch from={item} {...defined({ candidates })} onChoose={choose} />}
      <Problem message={action.error} />
      {media !== undefined && (
        <CorrectionScope item={item} media={media} onSave={onSave} onBack={() => setMedia(undefined)} />
      )}
    </section>
  );
}

function itemText(item: Partial<Item>): string {
  const name = displayName(item);
  return joinParts(name?.title, name?.detail) || text('common_nothing');
}
