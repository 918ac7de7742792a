import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Correction } from '../../core/media/correction';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { language, text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { OffsetFields } from '../../ui/components/correction-form';
import { dateOnly } from '../../ui/text/format';
import { MediaSearch } from '../../ui/components/media-search';
import { displayName } from '../../ui/text/naming';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { webAddress } from '../../ui/text/web-address';

/** One correction: what the page said, what it is, and both ways to change that. */
export function CorrectionRow({
  correction,
  onRemove,
  onChanged,
}: {
  readonly correction: Correction;
  readonly onRemove: () => void;
  readonly onChanged: () => void;
}): JSX.Element {
  const [editing, setEditing] = useState(false);
  const name = displayName(correction.media);
  const page = webAddress(correction.media.url);
  const becomes = [name?.title, correction.scope === 'item' ? name?.detail : undefined]
    .filter(Boolean)
    .join(' · ');
  return (
    <li class="card stack">
      <div class="row spread start">
        <div class="stack tight grow">
          <p>
            <bdi class="clamp one">{correction.label}</bdi>
          </p>
          <h2 class="clamp one" dir="auto">
            →{' '}
            {page === undefined ? (
              becomes
            ) : (
              <a href={page} target="_blank" rel="noreferrer">
                {becomes}
              </a>
            )}
          </h2>
          <p class="small muted">
            {text(`corrections_${correction.scope}`)}
            {offsetText(correction)} · {dateOnly(new Date(correction.createdAt).toISOString())}
          </p>
        </div>
        <div class="row">
          <button
            type="button"
            class="button small"
            aria-expanded={editing}
            onClick={() => setEditing(!editing)}
          >
            {text('common_edit')}
            <span class="hidden"> {correction.label}</span>
          </button>
          <button type="button" class="button small" onClick={onRemove}>
            {text('common_remove')}
            <span class="hidden"> {correction.label}</span>
          </button>
        </div>
      </div>
      {editing && (
        <Editor
          correction={correction}
          onSaved={() => {
            setEditing(false);
            onChanged();
          }}
        />
      )}
    </li>
  );
}

function Editor({
  correction,
  onSaved,
}: {
  readonly correction: Correction;
  readonly onSaved: () => void;
}): JSX.Element {
  const [offsets, setOffsets] = useState({
    seasonOffset: correction.seasonOffset ?? 0,
    episodeOffset: correction.episodeOffset ?? 0,
  });
  const action = useAction();
  const save = (change: { media?: Media; seasonOffset?: number; episodeOffset?: number }) => {
    if (!action.busy)
      void action
        .run(() => send('corrections.change', { id: correction.id, ...change }))
        .then((worked) => worked && onSaved());
  };
  return (
    <div class="stack">
      {correction.scope === 'series' && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            save(offsets);
          }}
        >
          <OffsetFields item={exampleOf(correction)} offsets={offsets} onChange={setOffsets} />
          <div>
            <button type="submit" class="button main">
              {text('common_save')}
            </button>
          </div>
        </form>
      )}
      <MediaSearch from={correction.media} onChoose={(media) => save({ media })} />
      <Problem message={action.error} />
    </div>
  );
}

/** An item whose numbers become those of the media that was chosen. */
function exampleOf({ media, seasonOffset = 0, episodeOffset = 0 }: Correction): Partial<Item> {
  return {
    type: 'episode',
    seasonNumber: (media.seasonNumber ?? 1) - seasonOffset,
    episodeNumber: (media.episodeNumber ?? 10) - episodeOffset,
  };
}

function offsetText({ scope, seasonOffset = 0, episodeOffset = 0 }: Correction): string {
  if (scope === 'item' || (seasonOffset === 0 && episodeOffset === 0)) return '';
  const signed = (value: number) =>
    new Intl.NumberFormat(language(), { signDisplay: 'exceptZero' }).format(value);
  return ` · ${text('corrections_offsets', signed(seasonOffset), signed(episodeOffset))}`;
}
