import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Item, MediaType } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { displayName } from '../text/naming';
import { Poster } from './poster';
import { Problem } from './problem';
import { useAction } from '../hooks/use-action';
import { webAddress } from '../text/web-address';

/** Asks the tracker for a film or episode by what the person types; starts with what the page said. */
export function MediaSearch({
  from,
  candidates = [],
  onChoose,
}: {
  readonly from: Partial<Item>;
  readonly candidates?: readonly Media[];
  readonly onChoose: (media: Media) => void;
}): JSX.Element {
  const [type, setType] = useState<MediaType>(
    from.type ?? (from.seriesTitle === undefined ? 'movie' : 'episode'),
  );
  const [title, setTitle] = useState((from.seriesTitle ?? from.title ?? '').slice(0, 300));
  const [year, setYear] = useState(shown(from.year));
  const [season, setSeason] = useState(shown(from.seasonNumber));
  const [episode, setEpisode] = useState(shown(from.episodeNumber));
  const [found, setFound] = useState<readonly Media[] | undefined>(
    candidates.length > 0 ? candidates : undefined,
  );
  const action = useAction();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);

  const search = (event: Event) => {
    event.preventDefault();
    if (action.busy || title.trim() === '') return;
    void action.run(async () => {
      const numbers =
        type === 'episode'
          ? { ...whole('seasonNumber', season, 0, 9999), ...whole('episodeNumber', episode, 1, 99_999) }
          : {};
      setFound(
        await send('media.search', {
          type,
          title: title.trim(),
          ...whole('year', year, 1870, 2200),
          ...numbers,
        }),
      );
    });
  };

  return (
    <div class="stack">
      <form class="stack" onSubmit={search} role="search">
        <div class="segments" role="radiogroup" aria-label={text('search_type')}>
          {(['movie', 'episode'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="type" checked={type === one} onChange={() => setType(one)} />
              {text(`common_${one}`)}
            </label>
          ))}
        </div>
        <div class="field">
          <label for="search-title">{text(type === 'movie' ? 'search_title' : 'search_series')}</label>
          <input
            id="search-title"
            ref={input}
            value={title}
            maxLength={300}
            dir="auto"
            required
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </div>
        <div class="row search-numbers">
          <NumberField id="search-year" label={text('search_year')} value={year} onInput={setYear} />
          {type === 'episode' && (
            <NumberField
              id="search-season"
              label={text('search_season')}
              value={season}
              onInput={setSeason}
            />
          )}
          {type === 'episode' && (
            <NumberField
              id="search-episode"
              label={text('search_episode')}
              value={episode}
              onInput={setEpisode}
            />
          )}
          <button type="submit" class="button main" aria-disabled={action.busy}>
            {text(action.busy ? 'search_busy' : 'search_go')}
          </button>
        </div>
      </form>
      <Problem message={action.error} />
      <div role="status">
        {found !== undefined && (
          <p class="small muted">
            {found.length === 0 ? text('search_none') : text('search_found', found.length)}
          </p>
        )}
      </div>
      {found !== undefined && found.length > 0 && (
        <ul class="stack tight results">
          {found.slice(0, 30).map((media) => (
            <Result
              key={`${media.type} ${media.tmdbId} ${media.seasonNumber} ${media.episodeNumber}`}
              media={media}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Result({
  media,
  onChoose,
}: {
  readonly media: Media;
  readonly onChoose: (media: Media) => void;
}): JSX.Element {
  const name = displayName(media);
  const title = name?.title ?? text('common_untitled', media.tmdbId ?? media.id ?? 0);
  const page = webAddress(media.url);
  return (
    <li class="result">
      <button type="button" class="result-choose" onClick={() => onChoose(media)}>
        <Poster url={media.posterUrl} title={title} />
        <span class="grow">
          <strong class="clamp" dir="auto">
            {title}
          </strong>
          <span class="muted small" dir="auto">
            {[name?.detail, media.type === 'episode' ? media.year : undefined].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
      {page !== undefined && (
        <a href={page} target="_blank" rel="noreferrer" class="small">
          {text('common_look')}
          <span class="hidden"> {title}</span>
        </a>
      )}
    </li>
  );
}

function NumberField({
  id,
  label,
  value,
  onInput,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}): JSX.Element {
  return (
    <div class="field number">
      <label for={id}>{label}</label>
      <input
        id={id}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={5}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}

function shown(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

/** The field when it holds a whole number in its range; what is not one is left out of the question. */
function whole<Name extends string>(
  name: Name,
  value: string,
  least: number,
  most: number,
): { [Key in Name]?: number } {
  const number = /^\d+$/.test(value.trim()) ? Number(value) : Number.NaN;
  return (number >= least && number <= most ? { [name]: number } : {}) as { [Key in Name]?: number };
}
