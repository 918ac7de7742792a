import type { JSX } from 'preact';
import type { Item } from '../../core/media/item';
import { text } from '../../platform/browser/i18n';
import { episodeCode } from '../text/naming';
import type { Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';

/**
 * The offsets from the numbers of the site to those of the tracker, with the numbers of `item` as an example.
 */
export function OffsetFields({
  item,
  offsets,
  onChange,
}: Readonly<{
  item: Partial<Item>;
  offsets: Offsets;
  onChange: (offsets: Offsets) => void;
}>): JSX.Element {
  const onSite = episodeCode(item);
  const inTracker = episodeCode(shiftedBy(item, offsets));
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
      {onSite !== undefined && inTracker !== undefined && (
        <p class="small muted" role="status">
          {text('correct_example', onSite, inTracker)}
        </p>
      )}
    </div>
  );
}

type OffsetProps = Readonly<{
  name: 'season' | 'episode';
  value: number;
  /** The largest offset in either direction. */
  most: number;
  onChange: (value: number) => void;
}>;

function OffsetField({ name, value, most, onChange }: OffsetProps): JSX.Element {
  return (
    <div class="field">
      <label for={`offset-${name}`}>{text(`correct_${name}_offset`)}</label>
      <div class="stepper">
        <Step
          sign="−"
          label={text('offset_less')}
          disabled={value <= -most}
          onClick={() => onChange(value - 1)}
        />
        <input
          id={`offset-${name}`}
          type="number"
          dir="ltr"
          min={-most}
          max={most}
          step={1}
          value={value}
          onInput={(event) => onChange(Math.trunc(Number(event.currentTarget.value)) || 0)}
        />
        <Step
          sign="+"
          label={text('offset_more')}
          disabled={value >= most}
          onClick={() => onChange(value + 1)}
        />
      </div>
    </div>
  );
}

function Step({
  sign,
  label,
  disabled,
  onClick,
}: Readonly<{
  sign: string;
  label: string;
  disabled: boolean;
  onClick: () => void;
}>): JSX.Element {
  return (
    <button
      type="button"
      class="button small"
      aria-label={label}
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
    >
      {sign}
    </button>
  );
}

/** What is added to the numbers of a page to get the numbers of the tracker. */
export type Offsets = Readonly<{
  seasonOffset: number;
  episodeOffset: number;
}>;

/** The offsets from an item to the chosen media; 0 where either has no number. */
export function offsetsOf(item: Partial<Item>, media: Media): Offsets {
  return {
    seasonOffset: difference(media.seasonNumber, item.seasonNumber),
    episodeOffset: difference(media.episodeNumber, item.episodeNumber),
  };
}

/** The numbers of an item after the offsets are applied. */
export function shiftedBy(
  { seasonNumber, episodeNumber }: Partial<Item>,
  { seasonOffset, episodeOffset }: Offsets,
): Pick<Item, 'seasonNumber' | 'episodeNumber'> {
  return defined({
    seasonNumber: sum(seasonNumber, seasonOffset),
    episodeNumber: sum(episodeNumber, episodeOffset),
  });
}

function difference(a: number | undefined, b: number | undefined): number {
  return a === undefined || b === undefined ? 0 : a - b;
}

function sum(number: number | undefined, offset: number): number | undefined {
  return number === undefined ? undefined : number + offset;
}
