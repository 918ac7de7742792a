import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MediaType } from '../../core/media/item';
import { text } from '../../platform/browser/i18n';
import { fieldKey } from '../text/field-key';
import { MAX_SEARCH_LENGTH, type MediaQuery } from './media-query';

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
