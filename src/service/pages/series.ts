import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { markWatched } from '../library/mark-watched';
import { mediaPath } from '../library/media-paths';
import { findSeries, type EpisodeTick, type SeasonTicks, type SeriesView } from '../library/series';
import type { Words } from '../texts/words';
import { field } from './form-field';
import { layout, notice, show, showSentence, type Html } from './layout';

import { poster } from './session-list';
import { requireUser } from './signed-in';
import { readFormTime, timeField } from './time-field';
import { wordsOf } from './words-of';

/**
 * `/series/{id}`: a series with its seasons and what was watched of them. Its forms: `mark` (`season`; with
 * `before`, an episode, what comes before it; `at`, a time in the person's zone), `drop` and `take-back`.
 */
export function seriesPages(service: Service) {
  return new Hono<Env>()
    .use('/series/*', requireUser(service))
    .get('/series/:id{[1-9][0-9]{0,14}}', (c) => showSeries(c, service))
    .post('/series/:id{[1-9][0-9]{0,14}}/mark', (c) => mark(c, service))
    .post('/series/:id{[1-9][0-9]{0,14}}/drop', async (c) => {
      await service.store.droppedShows.drop(c.get('user').id, idOf(c));
      return c.redirect(await backOf(c), 303);
    })
    .post('/series/:id{[1-9][0-9]{0,14}}/take-back', async (c) => {
      await service.store.droppedShows.takeBack(c.get('user').id, idOf(c));
      return c.redirect(await backOf(c), 303);
    });
}

function idOf(c: Context<Env>): number {
  return Number(c.req.param('id'));
}

/** Episodes to choose from in a form. */
const CHOICES = 200;

/** Most episodes of the page. */
const EPISODES = 5000;

/** As many seasons as the page holds. */
function firstOf({ seasons }: SeriesView): SeasonTicks[] {
  let left = EPISODES;
  return seasons.filter(({ episodes }) => (left -= episodes.length) >= 0);
}

/** The list in which the button was, or the page of the series. */
async function backOf(c: Context<Env>): Promise<string> {
  const back = field(await c.req.parseBody(), 'back');
  return back === '/channels/my-series' ? back : `/series/${String(idOf(c))}`;
}

async function showSeries(c: Context<Env>, service: Service, problem?: string): Promise<Response> {
  const user = c.get('user');
  const words = wordsOf(c);
  const series = await findSeries(service, user.id, idOf(c));
  if (series.title === undefined && series.seasons.length === 0)
    return showSentence(c, 'not_found', 'no_series', 404);
  const dropped = await service.store.droppedShows.list(user.id);
  const isDropped = dropped.some(({ showId }) => showId === series.tmdbId);
  const main = html`${notice('bad', problem)} ${markedNotice(c)}
    <div class="work">
      ${poster({ type: 'episode', tmdbId: series.tmdbId }, 120)}
      <div>
        <p>${[series.year, watchedText(c, series)].filter((part) => part !== undefined).join(' · ')}</p>
        ${dropForm(c, series, isDropped)}
      </div>
    </div>
    ${firstOf(series).map((season) => seasonSection(c, service, series, season))}`;
  const title = series.title ?? words.text('series_id', String(series.tmdbId));
  return show(c, layout(c, title, main), problem === undefined ? 200 : 400);
}

function watchedText(c: Context<Env>, { seasons }: SeriesView): string {
  const episodes = seasons.filter(({ number }) => number > 0).flatMap((season) => season.episodes);
  const watched = episodes.filter(({ times }) => times > 0).length;
  return wordsOf(c).text('watched_of', watched, episodes.length);
}

function dropForm(c: Context<Env>, { tmdbId }: SeriesView, isDropped: boolean): Html {
  const words = wordsOf(c);
  return html`<form method="post" action="/series/${tmdbId}/${isDropped ? 'take-back' : 'drop'}">
    ${isDropped ? html`<p class="soft">${words.text('is_dropped')}</p>` : ''}
    <button class="quiet">${words.text(isDropped ? 'take_back' : 'drop')}</button>
  </form>`;
}

/** What the last form has marked, with the button that undoes it. */
function markedNotice(c: Context<Env>): Html | '' {
  const words = wordsOf(c);
  const { added = '', undo = '' } = c.req.query();
  if (!/^\d{1,6}$/.test(added)) return '';
  const text = words.plural('marked_count', Number(added));
  if (!/^\w{1,64}$/.test(undo)) return notice('good', text);
  return html`<form class="notice good actions" method="post" action="/import/${undo}/undo">
    <span role="status">${text}</span>
    <input type="hidden" name="back" value="${new URL(c.req.url).pathname}" />
    <button class="quiet">${words.text('undo')}</button>
  </form>`;
}

function seasonSection(
  c: Context<Env>,
  { now }: Service,
  { tmdbId }: SeriesView,
  { number, episodes }: SeasonTicks,
): Html {
  const words = wordsOf(c);
  const watched = episodes.filter(({ times }) => times > 0).length;
  const name = number === 0 ? words.text('specials') : words.text('season_number', number);
  return html`<section aria-labelledby="season-${number}">
    <h2 id="season-${number}">
      ${name} <span class="soft">${words.text('watched_of', watched, episodes.length)}</span>
    </h2>
    <ul class="ticks">
      ${episodes.map((episode) => tick(c, tmdbId, number, episode))}
    </ul>
    <details>
      <summary>${words.text('mark_as_watched')}</summary>
      ${markForm(words, tmdbId, { number, episodes }, now())}
    </details>
  </section>`;
}

function markForm(words: Words, tmdbId: number, { number, episodes }: SeasonTicks, now: number): Html {
  const before = (episode: EpisodeTick) =>
    html`<option value="${episode.number}">${words.text('before_episode', episode.number)}</option>`;
  return html`<form class="filters" method="post" action="/series/${tmdbId}/mark">
    <input type="hidden" name="season" value="${number}" />
    <label
      >${words.text('what')}
      <select name="before">
        <option value="">${words.text('whole_season')}</option>
        ${episodes.slice(1, CHOICES).map(before)}
      </select></label
    >
    ${timeField(words, now)}
    <div class="actions"><button>${words.text('mark_as_watched')}</button></div>
  </form>`;
}

function tick(c: Context<Env>, tmdbId: number, season: number, episode: EpisodeTick): Html {
  const words = wordsOf(c);
  const { number, times, lastAt } = episode;
  const path = mediaPath({ type: 'episode', tmdbId, seasonNumber: season, episodeNumber: number });
  const name = words.text('episode_number', number);
  const state =
    lastAt === undefined ? words.text('not_watched') : words.text('watched_on', words.format.time(lastAt));
  return html`<li>
    <a href="${path}" class="${times > 0 ? 'tick done' : 'tick'}" title="${state}"
      ><span aria-hidden="true">${words.format.number(number)}${times > 0 ? '✓' : ''}</span
      ><span class="hidden">${name}: ${state}</span></a
    >
  </li>`;
}

async function mark(c: Context<Env>, service: Service): Promise<Response> {
  const words = wordsOf(c);
  const form = await c.req.parseBody();
  const at = readFormTime(service, words.zone, form);
  const [season, before] = [field(form, 'season'), field(form, 'before')];
  if (!/^\d{1,5}$/.test(season) || !/^(?:[1-9]\d{0,4})?$/.test(before))
    return showSeries(c, service, words.text('choose_title'));
  if (at === undefined) return showSeries(c, service, words.text('wrong_time'));
  const marked = await markWatched(service, c.get('user').id, {
    tmdbId: idOf(c),
    season: Number(season),
    before: before === '' ? undefined : Number(before),
    watchedAt: at,
  });
  const result = new URLSearchParams({ added: String(marked?.added ?? 0), undo: marked?.id ?? '' });
  return c.redirect(`/series/${String(idOf(c))}?${result.toString()}`, 303);
}
