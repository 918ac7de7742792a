import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { HistoryEntry } from '../../protocol/tracker/history';
import type { StreakRecord, ViewingSum, YearStatistics } from '../../protocol/tracker/statistics';
import { yearOf, dayAt, readIsoDay } from '../../core/library/zoned-time';
import type { Env, Service } from '../http/environment';
import { allowOwnScript } from '../http/request-steps';
import { recount, yearStatistics } from '../library/year-statistics';
import type { Words } from '../texts/words';
import { barChart, type Bar } from './bar-chart';
import { layout, show, type Html, wordsOf } from './layout';
import { posterLink } from './title-parts';
import { requireUser } from './signed-in';
import { drawYearCard } from './year-card';

/** `/statistics`: what the person has watched in a year, as charts and tables. `year` in the query. */
export function statisticsPages(service: Service) {
  return new Hono<Env>()
    .use('/statistics', requireUser(service))
    .use('/statistics/*', requireUser(service))
    .get('/statistics', (c) => showStatistics(c, service))
    .get('/statistics/card.svg', async (c) => {
      const card = await drawYearCard(service, wordsOf(c), await readYear(c, service));
      return c.body(card.toString(), 200, { 'Content-Type': 'image/svg+xml; charset=utf-8' });
    });
}

/** The statistics of the year in the query, by default the current year. */
function readYear(c: Context<Env>, service: Service): Promise<YearStatistics> {
  const { id, zone } = c.get('user');
  const asked = c.req.query('year') ?? '';
  const year = /^(?:19[7-9]|2[0-4]\d)\d$/.test(asked) ? Number(asked) : yearOf(dayAt(zone, service.now()));
  return yearStatistics(service, { userId: id, zone, year, origin: '' });
}

async function showStatistics(c: Context<Env>, service: Service): Promise<Response> {
  void recount(service, c.get('user').id);
  const words = wordsOf(c);
  const statistics = await readYear(c, service);
  const isEmpty = statistics.days === 0;
  if (!isEmpty) allowOwnScript(c);
  const main = html`${yearLinks(words, statistics)}
    <div class="year">
      <div>${review(words, statistics)}</div>
      ${isEmpty ? '' : cardSection(words, statistics)}
    </div>
    ${isEmpty ? '' : html`${topList(words, statistics.top)} ${charts(words, statistics)}`}`;
  return show(c, layout(c, words.text('statistics_of', String(statistics.year)), main));
}

/** The year as a picture to share. With the script it can be saved as a PNG. */
function cardSection(words: Words, { year }: YearStatistics): Html {
  const path = `/statistics/card.svg?year=${String(year)}`;
  return html`<figure class="card-picture">
    <img src="${path}" alt="" width="270" height="338" loading="lazy" />
    <a class="button" data-card href="${path}" download="matinee-${year}.svg"
      >${words.text('save_picture')}</a
    >
    <script src="/year-card.js" defer></script>
  </figure>`;
}

function yearLinks(words: Words, { year, years }: YearStatistics): Html | '' {
  if (years.length === 0) return '';
  const link = (one: number) =>
    html`<a href="/statistics?year=${one}" ${one === year ? html`aria-current="true"` : ''}>${one}</a>`;
  return html`<nav class="views" aria-label="${words.text('years')}">${years.toReversed().map(link)}</nav>`;
}

/** The year in a few sentences. */
function review(words: Words, statistics: YearStatistics): Html {
  const { total, days, busiestDay, first, last } = statistics;
  if (days === 0) return html`<p class="soft">${words.text('nothing_this_year')}</p>`;
  return html`<section class="panel" aria-labelledby="review">
    <h2 id="review">${words.text('year_in_review')}</h2>
    <dl class="facts">
      ${fact(words.text('time_watched'), words.format.length(total.seconds))}
      ${fact(words.text('films'), words.format.number(total.films))}
      ${fact(words.text('episodes'), words.format.number(total.episodes))}
      ${fact(words.text('days_with_viewings'), words.format.number(days))}
      ${busiestDay === undefined ? '' : fact(words.text('busiest_day'), busyText(words, busiestDay))}
      ${streakFact(words, words.text('longest_streak'), statistics.longestStreak)}
      ${streakFact(words, words.text('longest_streak_ever'), statistics.longestStreakEver)}
      ${streakFact(words, words.text('current_streak'), statistics.currentStreak)}
      ${entryFact(words, words.text('first_of_year'), first)}
      ${entryFact(words, words.text('last_of_year'), last)}
    </dl>
  </section>`;
}

function fact(name: string, value: Html | string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function busyText(words: Words, { day, seconds }: ViewingSum & Readonly<{ day: string }>): string {
  return `${shortDay(words, day)} · ${words.format.length(seconds)}`;
}

function streakFact(words: Words, name: string, streak: StreakRecord | undefined): Html | '' {
  if (streak === undefined) return '';
  const { days, from, to } = streak;
  const span = html`<span class="soft">${shortDay(words, from)} – ${shortDay(words, to)}</span>`;
  return fact(name, html`${words.plural('days_count', days)} ${span}`);
}

function entryFact(words: Words, name: string, entry: HistoryEntry | undefined): Html | '' {
  if (entry === undefined) return '';
  const { media, watchedAt } = entry;
  const time = html`<span class="soft">${words.format.time(Date.parse(watchedAt))}</span>`;
  return fact(name, html`<a href="${media.url ?? ''}" dir="auto">${nameOf(words, media)}</a> ${time}`);
}

function nameOf(words: Words, { title, tmdbId }: HistoryEntry['media']): string {
  return title ?? words.text('untitled', String(tmdbId ?? ''));
}

function topList(words: Words, top: YearStatistics['top']): Html | '' {
  if (top.length === 0) return '';
  const row = ({ media, watches, seconds }: YearStatistics['top'][number]) => {
    const path = media.type === 'movie' ? (media.url ?? '') : `/series/${String(media.tmdbId)}`;
    const name = nameOf(words, media);
    const picture =
      media.posterUrl === undefined
        ? ''
        : html`<img src="${media.posterUrl}" alt="" width="120" height="180" loading="lazy" />`;
    return html`<li class="card">
      ${posterLink(path, name, picture)}
      <span>${words.format.length(seconds)}</span>
      <span class="soft">${words.plural('viewings_count', watches)}</span>
    </li>`;
  };
  return html`<section aria-labelledby="top">
    <h2 id="top">${words.text('most_time')}</h2>
    <ol class="wall">
      ${top.map(row)}
    </ol>
  </section>`;
}

function charts(words: Words, { months, weeks, weekdays }: YearStatistics): Html {
  const bar = (label: string, name: string, { seconds }: ViewingSum): Bar => ({
    label,
    name,
    value: seconds,
    text: words.format.length(seconds),
  });
  const chart = (key: 'by_month' | 'by_week' | 'by_weekday', column: string, bars: Bar[]) =>
    barChart({
      title: words.text(key),
      bars,
      columns: [column, words.text('time_watched')],
      tableText: words.text('as_table'),
      isRightToLeft: words.direction === 'rtl',
    });
  const monthBar = (one: YearStatistics['months'][number]) => {
    const day = readIsoDay(`${one.month}-01`) ?? 0;
    const initial = words.format.monthInitial(day);
    return { ...bar(words.format.monthName(day), words.format.month(day), one), initial };
  };
  // Every fourth week has its number under it.
  const weekBar = (one: YearStatistics['weeks'][number], index: number) =>
    bar(index % 4 === 0 ? words.format.number(one.week) : '', weekName(words, one), one);
  const weekdayBar = (one: ViewingSum, index: number) => {
    const name = words.format.weekday(MONDAY + index);
    return bar(name, name, one);
  };
  return html`${chart('by_month', words.text('month'), months.map(monthBar))}
  ${chart('by_week', words.text('week'), weeks.map(weekBar))}
  ${chart('by_weekday', words.text('weekday'), weekdays.map(weekdayBar))}`;
}

/** 1970-01-05 */
const MONDAY = 4;

function weekName(words: Words, { week, from }: YearStatistics['weeks'][number]): string {
  return `${words.format.number(week)} (${shortDay(words, from)})`;
}

function shortDay(words: Words, day: string): string {
  return words.format.shortDay(readIsoDay(day) ?? 0);
}
