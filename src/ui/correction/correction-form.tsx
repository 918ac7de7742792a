import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../components/problem';
import { useAction } from '../hooks/use-action';
import { joinParts, displayName } from '../text/naming';
import { MediaSearch } from './media-search';
import { OffsetFields, offsetsOf, type Offsets } from './offset-fields';

/**
 * Corrects a match: choose the media, then, for an episode, whether the choice is for it or the whole series.
 * A film has nothing more to choose, and is saved. The form shows the error when `onSave` rejects.
 */
export function CorrectionForm({
  item,
  candidates,
  onSave,
  onCancel,
}: Readonly<{
  item: Partial<Item>;
  candidates?: Media[] | undefined;
  onSave: (choice: CorrectionChoice) => Promise<unknown>;
  onCancel: () => void;
}>): JSX.Element {
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

type Scope = 'item' | 'series';

interface CorrectionChoice extends Partial<Offsets> {
  readonly scope: Scope;
  readonly media: Media;
}

type CorrectionScopeProps = Readonly<{
  item: Partial<Item>;
  media: Media;
  onSave: (choice: CorrectionChoice) => Promise<unknown>;
  onBack: () => void;
}>;

/** The second step of a correction: for this item alone, or for the series with offsets of its numbers. */
function CorrectionScope({ item, media, onSave, onBack }: CorrectionScopeProps): JSX.Element {
  const hasSeries = media.type === 'episode' && item.episodeNumber !== undefined;
  const [scope, setScope] = useState<Scope>('item');
  const [offsets, setOffsets] = useState<Offsets>(() => offsetsOf(item, media));
  const action = useAction();
  const save = (event: Event) => {
    event.preventDefault();
    if (action.busy) return;
    void action.run(() => onSave(scope === 'item' ? { scope, media } : { scope, media, ...offsets }));
  };
  const name = displayName(media);
  return (
    <form class="stack" onSubmit={save}>
      <p>
        <strong dir="auto">{name?.title}</strong> <span class="muted">{name?.detail}</span>
      </p>
      {hasSeries && <ScopeChoice scope={scope} onChange={setScope} />}
      {hasSeries && scope === 'series' && (
        <OffsetFields item={item} offsets={offsets} onChange={setOffsets} />
      )}
      <Problem message={action.error} />
      <div class="row">
        <button type="submit" class="button main" aria-disabled={action.busy}>
          {text('common_save')}
        </button>
        <button type="button" class="button" onClick={onBack}>
          {text('correct_other')}
        </button>
      </div>
    </form>
  );
}

function ScopeChoice({
  scope,
  onChange,
}: Readonly<{
  scope: Scope;
  onChange: (scope: Scope) => void;
}>): JSX.Element {
  return (
    <fieldset class="stack">
      <legend class="hidden">{text('correct_scope')}</legend>
      {(['item', 'series'] as const).map((one) => (
        <label class="choice" key={one}>
          <input type="radio" name="scope" checked={scope === one} onChange={() => onChange(one)} />
          <span>{text(`correct_${one}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
