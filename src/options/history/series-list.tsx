import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import { useAction } from '../../ui/hooks/use-action';
import { episodeCode, truncate } from '../../ui/text/naming';
import { wholeNumber } from '../../ui/text/plural';
import { askHistory, type History } from './use-history';
import { useWatchedPages } from './history-list';

type TickedSeries = Readonly<{
  tmdbId: number;
  title?: string;
  seasons: TickedSeason[];
}>;

type TickedSeason = Readonly<{
  number: number;
  episodes: number;
  watched: number[];
}>;

/** Lists every series with its episodes. A click ticks an episode or removes the tick. */
export function SeriesList({ history }: Readonly<{ history: History }>): JSX.Element {
  const [series, setSeries] = useState<TickedSeries[]>();
  const action = useAction();
  const pageOf = useWatchedPages();
  const load = () =>
    action.run(async () => {
      const { items } = await askHistory<{ items: TickedSeries[] }>('GET', '/library/series');
      setSeries(items);
    });
  useEffect(() => void load(), []);
  const mark = async (one: TickedSeries, season: TickedSeason, episodeNumber: number) => {
    const isWatched = season.watched.includes(episodeNumber);
    const episode = { tmdbId: one.tmdbId, seasonNumber: season.number, episodeNumber };
    if (await history.mark([episode], !isWatched)) await load();
  };
  return (
    <>
      <Problem message={action.error} onRetry={() => void load()} />
      {series === undefined && action.error === undefined && <Loading />}
      {series?.length === 0 && <p class="muted">{text('common_nothing_here')}</p>}
      {series?.map((one) => (
        <section key={one.tmdbId} class="card stack tight">
          <div class="row spread">
            <h2 dir="auto">
              {one.title === undefined ? text('common_untitled', one.tmdbId) : truncate(one.title)}
            </h2>
            {pageOf(({ type, tmdbId }) => type === 'episode' && tmdbId === one.tmdbId)}
          </div>
          {one.seasons.map((season) => (
            <SeasonRow
              key={season.number}
              season={season}
              onMark={(number) => void mark(one, season, number)}
            />
          ))}
        </section>
      ))}
    </>
  );
}

function SeasonRow({
  season: { number, episodes, watched },
  onMark,
}: Readonly<{
  season: TickedSeason;
  onMark: (episode: number) => void;
}>): JSX.Element {
  const numbers = Array.from({ length: episodes }, (_, index) => index + 1);
  return (
    <div class="season">
      <span class="small muted">
        {text('history_season', number)} · {wholeNumber(watched.length)} / {wholeNumber(episodes)}
      </span>
      <ul class="ticks">
        {numbers.map((episode) => (
          <li key={episode}>
            <button
              type="button"
              class={watched.includes(episode) ? 'tick-box on' : 'tick-box'}
              aria-pressed={watched.includes(episode)}
              aria-label={episodeCode({ seasonNumber: number, episodeNumber: episode })}
              onClick={() => onMark(episode)}
            >
              {episode}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
