import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { MediaSearch } from './media-search';
import { displayName, numbers } from '../text/naming';
import { offsetsOf, shiftedBy, type Offsets } from '../text/offsets';
import { Problem } from './problem';
import { useAction } from '../hooks/use-action';

export interface CorrectionChoice extends Partial<Offsets> {
  readonly scope: 'item' | 'series';
  readonly media: Media;
}

/** "Not this?": search, choose, and for an episode whether it holds for the whole series. `onSave` may throw; its error is shown here. */
export function CorrectionForm({
  item,
  candidates,
  onSave,
  onCancel,
}: {
  readonly item: Partial<Item>;
  readonly candidates?: readonly Media[];
  readonly onSave: (choice: CorrectionChoice) => Promise<unknown>;
  readonly onCancel: () => void;
}): JSX.Element {
  const [media, setMedia] = useState<Media>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
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
        {text('correct_page_says')} <bdi class="clamp one">{said(item)}</bdi>
      </p>
      {media === undefined && (
        <MediaSearch from={item} {...(candidates === undefined ? {} : { candidates })} onChoose={setMedia} />
      )}
      {media !== undefined && (
        <Scope item={item} media={media} onSave={onSave} onBack={() => setMedia(undefined)} />
      )}
    </section>
  );
}

function Scope({
  item,
  media,
  onSave,
  onBack,
}: {
  readonly item: Partial<Item>;
  readonly media: Media;
  readonly onSave: (choice: CorrectionChoice) => Promise<unknown>;
  readonly onBack: () => void;
}): JSX.Element {
  const series = media.type === 'episode' && item.episodeNumber !== undefined;
  const [scope, setScope] = useState<'item' | 'series'>('item');
  const [offsets, setOffsets] = useState<Offsets>(() => offsetsOf(item, media));
  const action = useAction();
  const save = (event: Event) => {
    event.preventDefault();
    if (!action.busy)
      void action.run(() => onSave(scope === 'item' ? { scope, media } : { scope, media, ...offsets }));
  };
  const name = displayName(media);
  return (
    <form class="stack" onSubmit={save}>
      <p>
        <strong dir="auto">{name?.title}</strong> <span class="muted">{name?.detail}</span>
      </p>
      {series && (
        <fieldset class="stack">
          <legend class="hidden">{text('correct_scope')}</legend>
          {(['item', 'series'] as const).map((one) => (
            <label class="choice" key={one}>
              <input type="radio" name="scope" checked={scope === one} onChange={() => setScope(one)} />
              <span>{text(`correct_${one}`)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {series && scope === 'series' && <OffsetFields item={item} offsets={offsets} onChange={setOffsets} />}
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

/** How far the numbers of the site stand from those of the tracker, with an example that follows while typing. */
export function OffsetFields({
  item,
  offsets,
  onChange,
}: {
  readonly item: Partial<Item>;
  readonly offsets: Offsets;
  readonly onChange: (offsets: Offsets) => void;
}): JSX.Element {
  const here = numbers(item);
  const there = numbers(shiftedBy(item, offsets));
  return (
    <div class="stack tight">
      <div class="row search-numbers">
        <OffsetField
          name="season"
          value={offsets.seasonOffset}
          most={999}
          onChange={(seasonOffset) => onChange({ ...offsets, seasonOffset })}
        />
        <OffsetField
          name="episode"
          value={offsets.episodeOffset}
          most={99_999}
          onChange={(episodeOffset) => onChange({ ...offsets, episodeOffset })}
        />
      </div>
      {here !== undefined && there !== undefined && (
        <p class="small muted" role="status">
          {text('correct_example', here, there)}
        </p>
      )}
    </div>
  );
}

function OffsetField({
  name,
  value,
  most,
  onChange,
}: {
  readonly name: 'season' | 'episode';
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}): JSX.Element {
  return (
    <div class="field">
      <label for={`offset-${name}`}>{text(`correct_${name}_offset`)}</label>
      <input
        id={`offset-${name}`}
        type="number"
        min={-most}
        max={most}
        step={1}
        value={value}
        onInput={(event) => onChange(Math.trunc(Number(event.currentTarget.value)) || 0)}
      />
    </div>
  );
}

function said(item: Partial<Item>): string {
  const name = displayName(item);
  return [name?.title, name?.detail].filter(Boolean).join(' · ') || text('common_nothing');
}
