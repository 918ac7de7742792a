import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { language, text } from '../../platform/browser/i18n';
import type { YearStatistics } from '../../protocol/tracker/statistics';
import { Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import { Poster } from '../../ui/components/poster';
import { useAction } from '../../ui/hooks/use-action';
import { dateOnly, runningTime } from '../../ui/text/format';
import { wholeNumber } from '../../ui/text/plural';
import { truncate } from '../../ui/text/naming';
import { askHistory } from './use-history';

/** One year: its figures, its months as bars, and the titles that took the most time as covers. */
export function YearView(): JSX.Element {
  const [shown, setShown] = useState<YearStatistics>();
  const action = useAction();
  const load = (year?: number) =>
    action.run(async () => {
      const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
      const query = year === undefined ? '' : `&year=${year}`;
      setShown(await askHistory<YearStatistics>('GET', `/library/year?zone=${zone}${query}`));
    });
  useEffect(() => void load(), []);
  if (shown === undefined)
    return action.error === undefined ? (
      <Loading />
    ) : (
      <Problem message={action.error} onRetry={() => void load()} />
    );
  return (
    <div class="card stack year">
      <div class="row spread">
        <h2>{shown.year}</h2>
        {shown.years.length > 1 && (
          <select
            aria-label={text('history_year')}
            value={shown.year}
            onChange={(event) => void load(Number(event.currentTarget.value))}
          >
            {shown.years.toReversed().map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </select>
        )}
      </div>
      <Numbers statistics={shown} />
      <Months months={shown.months} />
      <Top top={shown.top} />
    </div>
  );
}

function Numbers({
  statistics: { total, days, longestStreak, busiestDay },
}: Readonly<{
  statistics: YearStatistics;
}>): JSX.Element {
  return (
    <dl class="numbers-row">
      <Fact name={text('history_films')} value={wholeNumber(total.films)} />
      <Fact name={text('history_episodes')} value={wholeNumber(total.episodes)} />
      <Fact name={text('history_time')} value={total.seconds === 0 ? '–' : runningTime(total.seconds)} />
      <Fact name={text('history_days')} value={wholeNumber(days)} />
      {longestStreak !== undefined && (
        <Fact name={text('history_streak')} value={daysText(longestStreak.days)} />
      )}
      {busiestDay !== undefined && <Fact name={text('history_busiest')} value={dateOnly(busiestDay.day)} />}
    </dl>
  );
}

function daysText(count: number): string {
  return new Intl.NumberFormat(language(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count);
}

function Fact({ name, value }: Readonly<{ name: string; value: string }>): JSX.Element {
  return (
    <div>
      <dt class="small muted">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Months({ months }: Pick<YearStatistics, 'months'>): JSX.Element {
  const most = Math.max(1, ...months.map(({ films, episodes }) => films + episodes));
  const format = new Intl.DateTimeFormat(language(), { month: 'narrow', timeZone: 'UTC' });
  const named = new Intl.DateTimeFormat(language(), { month: 'long', timeZone: 'UTC' });
  return (
    <ol class="months">
      {months.map(({ month, films, episodes }) => {
        const at = Date.parse(`${month}-01`);
        const label = `${named.format(at)}: ${wholeNumber(films + episodes)}`;
        return (
          <li key={month}>
            <span class="bar" role="img" aria-label={label} title={label}>
              <span style={{ blockSize: `${((films + episodes) / most) * 100}%` }} />
            </span>
            <span class="small muted" aria-hidden="true">
              {format.format(at)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Top({ top }: Pick<YearStatistics, 'top'>): JSX.Element | null {
  if (top.length === 0) return null;
  return (
    <section class="stack tight">
      <h3>{text('history_top')}</h3>
      <ul class="covers">
        {top.map(({ media, watches }) => {
          const title = media.title ?? text('common_untitled', media.tmdbId ?? 0);
          return (
            <li key={`${media.type} ${String(media.tmdbId)}`}>
              <Poster url={undefined} title={title} />
              <span class="small clamp two" dir="auto">
                {truncate(title)}
              </span>
              <span class="small muted">{text('history_watched_times', wholeNumber(watches))}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
