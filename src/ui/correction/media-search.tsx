import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Item } from '../../core/media/item';
import { isSameMedia, type Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { Problem } from '../components/problem';
import { useAction } from '../hooks/use-action';
import { plural } from '../text/plural';
import { webAddress } from '../components/web-link';
import { queryOf, searchInput, MediaSearchForm } from './media-search-form';
import { Poster } from '../components/poster';
import { joinParts, displayName } from '../text/naming';

/** Results that are shown; further ones need a more exact search. */
const MAX_RESULTS = 30;

/**
 * Searches films and episodes in the tracker, at first for `from`, unless there are `candidates`.
 */
export function MediaSearch({
  from,
  candidates = [],
  onChoose,
}: Readonly<{
  from: Partial<Item>;
  candidates?: Media[];
  onChoose: (media: Media) => void;
}>): JSX.Element {
  const { query, change, found, search, action } = useMediaSearch(from, candidates);
  return (
    <div class="stack">
      <MediaSearchForm query={query} busy={action.busy} onChange={change} onSubmit={search} />
      <Problem message={action.error} />
      <div role="status">{found !== undefined && <p class="small muted">{countText(found.length)}</p>}</div>
      {found !== undefined && found.length > 0 && (
        <ul class="stack tight results">
          {found.slice(0, MAX_RESULTS).map((media) => (
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

/** The state of the search. What the page says is searched at once: most titles need no other words. */
function useMediaSearch(from: Partial<Item>, candidates: Media[]) {
  const [query, setQuery] = useState(() => queryOf(from));
  const [found, setFound] = useState(candidates.length > 0 ? candidates : undefined);
  const action = useAction();
  const last = useRef(0);
  const search = () => {
    if (query.title.trim() === '') return;
    const turn = (last.current += 1);
    void action.run(async () => {
      const results = await send('media.search', searchInput(query));
      // An answer to an earlier search, which may come later, is dropped.
      if (turn === last.current) setFound(withoutRepeats(results));
    });
  };
  useEffect(() => {
    if (found === undefined) search();
  }, []);
  const change = (part: Partial<typeof query>) => setQuery((before) => ({ ...before, ...part }));
  return { query, change, found, search, action };
}

/** The best hit of a tracker can be one of its candidates, too. */
function withoutRepeats(all: Media[]): Media[] {
  return all.filter((one, index) => all.findIndex((other) => isSameMedia(one, other)) === index);
}

function Result({
  media,
  onChoose,
}: Readonly<{
  media: Media;
  onChoose: (media: Media) => void;
}>): JSX.Element {
  const page = webAddress(media.url);
  return (
    <li class="result">
      <MediaChoice
        media={media}
        details={media.type === 'episode' ? media.year : undefined}
        onChoose={onChoose}
      />
      {page !== undefined && (
        <a href={page} target="_blank" rel="noreferrer" class="small">
          {text('common_look')}
          <span class="hidden"> {choiceTitle(media)}</span>
        </a>
      )}
    </li>
  );
}

function countText(count: number): string {
  return count === 0 ? text('search_none') : plural('search_found', count);
}

type MediaChoiceProps = Readonly<{
  media: Media;
  /** What tells it apart from others of its name, after the season and episode or the year of a film. */
  details?: string | number | undefined;
  onChoose: (media: Media) => void;
}>;

/** The title by which a row of titles names this one. */
function choiceTitle(media: Media): string {
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
