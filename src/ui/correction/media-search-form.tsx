import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MediaType, Item } from '../../core/media/item';
import { text } from '../../platform/browser/i18n';
import { fieldKey } from '../text/evidence-text';
import { defined } from '../../core/values/defined';
import type { MessageInput } from '../../protocol/messages/messages';

type MediaSearchFormProps = Readonly<{
  query: MediaQuery;
  busy: boolean;
  onChange: (change: Partial<MediaQuery>) => void;
  onSubmit: () => void;
}>;

/** The fields of a search; the title has the focus at the beginning. */
export function MediaSearchForm({ query, busy, onChange, onSubmit }: MediaSearchFormProps): JSX.Element {
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form class="stack" onSubmit={submit} role="search">
      <TypeChoice type={query.type} onChange={(type) => onChange({ type })} />
      <TitleField query={query} onInput={(title) => onChange({ title })} />
      <div class="row search-numbers">
        <NumberField name="year" query={query} onChange={onChange} />
        {query.type === 'episode' && <NumberField name="season" query={query} onChange={onChange} />}
        {query.type === 'episode' && <NumberField name="episode" query={query} onChange={onChange} />}
        <button type="submit" class="button main" aria-disabled={busy}>
          {text(busy ? 'search_busy' : 'search_go')}
        </button>
      </div>
    </form>
  );
}

function TypeChoice({
  type,
  onChange,
}: Readonly<{
  type: MediaType;
  onChange: (type: MediaType) => void;
}>): JSX.Element {
  return (
    <div class="segments" role="radiogroup" aria-label={text(fieldKey('type'))}>
      {(['movie', 'episode'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name="type" checked={type === one} onChange={() => onChange(one)} />
          {text(`common_${one}`)}
        </label>
      ))}
    </div>
  );
}

function TitleField({
  query,
  onInput,
}: Readonly<{
  query: MediaQuery;
  onInput: (title: string) => void;
}>): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  return (
    <div class="field">
      <label for="search-title">
        {text(query.type === 'movie' ? 'search_title' : fieldKey('seriesTitle'))}
      </label>
      <input
        id="search-title"
        ref={input}
        value={query.title}
        maxLength={MAX_SEARCH_LENGTH}
        dir="auto"
        required
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}

const NUMBERS = { year: 'year', season: 'seasonNumber', episode: 'episodeNumber' } as const;

function NumberField({
  name,
  query,
  onChange,
}: Readonly<{
  name: keyof typeof NUMBERS;
  query: MediaQuery;
  onChange: (change: Partial<MediaQuery>) => void;
}>): JSX.Element {
  return (
    <div class="field number">
      <label for={`search-${name}`}>{text(fieldKey(NUMBERS[name]))}</label>
      <input
        id={`search-${name}`}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={5}
        value={query[name]}
        onInput={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    </div>
  );
}

/** What the fields of the search hold, as it was typed. */
type MediaQuery = Readonly<{
  type: MediaType;
  title: string;
  year: string;
  season: string;
  episode: string;
}>;

/** Characters; the limit of the message `media.search`. */
const MAX_SEARCH_LENGTH = 300;

/** A search for an item of a page or for media of the tracker. */
export function queryOf(from: Partial<Item>): MediaQuery {
  return {
    type: from.type ?? (from.seriesTitle === undefined ? 'movie' : 'episode'),
    title: (from.seriesTitle ?? from.title ?? '').slice(0, MAX_SEARCH_LENGTH),
    year: fieldOf(from.year),
    season: fieldOf(from.seasonNumber),
    episode: fieldOf(from.episodeNumber),
  };
}

/** The message for a search. Numbers that are not whole or out of range are left out. */
export function searchInput({
  type,
  title,
  year,
  season,
  episode,
}: MediaQuery): MessageInput<'media.search'> {
  const numbers = {
    seasonNumber: wholeNumber(season, 0, 9999),
    episodeNumber: wholeNumber(episode, 1, 99_999),
  };
  return defined({
    type,
    title: title.trim(),
    year: wholeNumber(year, 1870, 2200),
    ...(type === 'episode' ? numbers : undefined),
  });
}

function fieldOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function wholeNumber(typed: string, least: number, most: number): number | undefined {
  const number = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}
