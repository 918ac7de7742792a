import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { markWatched } from '../library/mark-watched';
import { mediaPath } from '../library/media-records';
import { episodesIn, findSeries, firstUnwatched, seasonEpisodes } from '../library/series';
import type { EpisodeOfSeason, SeasonTicks, SeriesView } from '../library/series';
import { titleMarks } from '../library/title-marks';
import type { Words } from '../texts/words';
import { field, readFormTime, timeField, doneNotice, pathHere, withDone } from './forms';
import { icon } from './asset-routes';
import { layout, notice, show, showSentence, type Html, wordsOf } from './layout';
import { poster, workDetails } from './title-parts';
import { requireUser } from './signed-in';
import { marked } from './title-changes';
import { doButton, rateMenu, reviewSection, titleActions, watchedButton } from './title-forms';

/**
 * `/series/{id}`: a series with the episodes of one season (`season`, by default the current one). A season
 * of more than 100 episodes is shown in parts. `from`, an episode, chooses the part; by default it is the
 * part with the next episode to watch.
 *
 * The form `/series/{id}/mark` marks a `season` as watched. With `before`, it marks all episodes before that
 * one, including earlier seasons. `at` is a time in the person's zone.
 */
export function seriesPages(service: Service) {
  return new Hono<Env>()
    .use('/series/*', requireUser(service))
    .get('/series/:id{[1-9][0-9]{0,14}}', (c) => showSeries(c, service))
    .post('/series/:id{[1-9][0-9]{0,14}}/mark', (c) => mark(c, service));
}

function idOf(c: Context<Env>): number {
  return Number(c.req.param('id'));
}

/** Maximum number of episodes to choose from in a form, and of seasons that are linked. */
const MOST = 200;

async function showSeries(c: Context<Env>, service: Service, problem?: string): Promise<Response> {
  const user = c.get('user');
  const words = wordsOf(c);
  const series = await findSeries(service, user.id, idOf(c));
  if (series.title === undefined && series.seasons.length === 0)
    return showSentence(c, 'not_found', 'no_series', 404);
  const title = series.title ?? words.text('series_id', String(series.tmdbId));
  const dropped = await service.store.droppedShows.list(user.id);
  const isDropped = dropped.some(({ showId }) => showId === series.tmdbId);
  const media = `show:${String(series.tmdbId)}`;
  const marks = await titleMarks(service, user.id, media);
  const season = chosenSeason(c, series);
  const details = await workDetails(service, words, { kind: 'tv', tmdbId: series.tmdbId });
  const main = html`${notice('bad', problem)} ${doneNotice(c)}
    <div class="work">
      ${poster({ type: 'episode', tmdbId: series.tmdbId }, 160)}
      <div class="what">
        <p>${[series.year, watchedText(c, series)].filter((part) => part !== undefined).join(' · ')}</p>
        ${details.genres}
      </div>
      <form method="post" action="/title">
        <input type="hidden" name="back" value="${pathHere(c)}" />
        ${titleActions(words, { media, name: title }, marks)} ${dropButton(words, series.tmdbId, isDropped)}
      </form>
      ${details.section}
    </div>
    ${reviewSection(words, media, marks, pathHere(c))} ${seasonLinks(words, series, season)}
    ${season === undefined ? '' : await seasonSection(c, service, series, season)}`;
  return show(c, layout(c, title, main), problem === undefined ? 200 : 400);
}

/** The requested season, otherwise the first with something to watch after the last watched episode. */
function chosenSeason(c: Context<Env>, { seasons }: SeriesView): SeasonTicks | undefined {
  const asked = seasons.find(({ number }) => String(number) === c.req.query('season'));
  if (asked !== undefined) return asked;
  const lastAt = ({ watched }: SeasonTicks) =>
    [...watched.values()].reduce((latest, one) => Math.max(latest, one.lastAt), 0);
  const latest = Math.max(0, ...seasons.map(lastAt));
  const from = latest === 0 ? 0 : seasons.findIndex((season) => lastAt(season) === latest);
  const rest = seasons.slice(from);
  return rest.find(({ length, watched }) => watched.size < length) ?? rest[0];
}

/** Maximum number of episodes on one page. */
const PART = 100;

/** The first episode of the requested part, otherwise of the part with the next episode to watch. */
function chosenPart(c: Context<Env>, season: SeasonTicks): number {
  const asked = Number(c.req.query('from'));
  const isThere = Number.isInteger(asked) && asked >= 1 && asked <= season.length;
  const episode = isThere ? asked : (firstUnwatched(season) ?? 1);
  return episode - ((episode - 1) % PART);
}

function watchedText(c: Context<Env>, { seasons }: SeriesView): string {
  const counted = seasons.filter(({ number }) => number > 0);
  const sum = (of: (season: SeasonTicks) => number) => counted.reduce((all, one) => all + of(one), 0);
  return wordsOf(c).text(
    'watched_of',
    sum(({ watched }) => watched.size),
    sum(({ length }) => length),
  );
}

function dropButton(words: Words, tmdbId: number, isDropped: boolean): Html {
  const label = words.text(isDropped ? 'take_back' : 'drop');
  const what = `${isDropped ? 'take-back' : 'drop'} ${String(tmdbId)}`;
  return html`${isDropped ? html`<p class="soft">${words.text('is_dropped')}</p>` : ''}
  ${doButton({ what, label, kind: 'act wide' }, label)}`;
}

function seasonName(words: Words, number: number): string {
  return number === 0 ? words.text('specials') : words.text('season_number', number);
}

function seasonLinks(
  words: Words,
  { tmdbId, seasons }: SeriesView,
  chosen: SeasonTicks | undefined,
): Html | '' {
  if (seasons.length < 2) return '';
  const link = (season: SeasonTicks) => {
    const isWhole = season.watched.size === season.length;
    return html`<a
      href="/series/${tmdbId}?season=${season.number}"
      ${season.number === chosen?.number ? html`aria-current="true"` : ''}
      ><span>${seasonName(words, season.number)}</span>${isWhole ? icon('check') : ''}</a
    >`;
  };
  return html`<nav class="views seasons" aria-label="${words.text('seasons')}">
    ${seasons.slice(0, MOST).map(link)}
  </nav>`;
}

function partLinks(words: Words, tmdbId: number, { number, length }: SeasonTicks, chosen: number): Html | '' {
  if (length <= PART) return '';
  const format = (episode: number) => words.format.number(episode);
  const link = (from: number) =>
    html`<a
      href="/series/${tmdbId}?season=${number}&from=${from}"
      ${from === chosen ? html`aria-current="true"` : ''}
      >${format(from)}–${format(Math.min(from + PART - 1, length))}</a
    >`;
  const parts = Array.from({ length: Math.ceil(length / PART) }, (_, index) => link(1 + index * PART));
  return html`<nav class="views seasons" aria-label="${words.text('all_episodes')}">${parts}</nav>`;
}

async function seasonSection(
  c: Context<Env>,
  service: Service,
  { tmdbId }: SeriesView,
  season: SeasonTicks,
): Promise<Html> {
  const words = wordsOf(c);
  const { number, length, watched } = season;
  const from = chosenPart(c, season);
  const here = `/series/${String(tmdbId)}?season=${String(number)}&from=${String(from)}`;
  const shown = episodesIn(season, from, from + PART - 1);
  const named = await seasonEpisodes(service, c.get('user').id, { tmdbId, number }, shown);
  const whole = words.text('whole_season');
  return html`<section aria-labelledby="season-${number}">
    <form method="post" action="/title">
      <input type="hidden" name="back" value="${withDone(here)}" />
      <div class="toolbar">
        <h2 id="season-${number}">
          ${seasonName(words, number)}
          <span class="soft">${words.text('watched_of', watched.size, length)}</span>
        </h2>
        ${
          watched.size === length
            ? ''
            : doButton(
                { what: `season ${String(tmdbId)} ${String(number)}`, label: whole, kind: 'quiet small' },
                html`${icon('check')} ${whole}`,
              )
        }
      </div>
      ${partLinks(words, tmdbId, season, from)}
      <ol class="rows episodes" start="${from}">
        ${named.map((episode) => episodeRow(words, tmdbId, number, episode))}
      </ol>
    </form>
    <details>
      <summary>${words.text('another_date')}</summary>
      ${markForm(words, tmdbId, season, service.now())}
    </details>
  </section>`;
}

function episodeRow(words: Words, tmdbId: number, seasonNumber: number, episode: EpisodeOfSeason): Html {
  const { number, media, title, times, lastAt, rating } = episode;
  const path = mediaPath({ type: 'episode', tmdbId, seasonNumber, episodeNumber: number });
  const plain = words.text('episode_number', number);
  const name = title ?? plain;
  const shown = { media, name, anchor: `e-${String(seasonNumber)}-${String(number)}` };
  const upTo = {
    what: `up-to ${media}`,
    label: words.text('up_to_here', name),
    anchor: shown.anchor,
  };
  const seen = lastAt === undefined ? undefined : words.text('watched_on', words.format.time(lastAt));
  return html`<li class="viewing" id="${shown.anchor}">
    ${watchedButton(words, shown, times > 0)}
    <span class="number" aria-hidden="true">${words.format.number(number)}</span>
    <span class="names">
      <a href="${path}" dir="auto"
        ><span class="hidden">${title === undefined ? '' : `${plain}: `}</span>${name}</a
      >
      ${seen === undefined ? '' : html`<span class="soft">${seen}</span>`}
    </span>
    <span class="acts">
      ${times > 0 ? '' : doButton(upTo, icon('upto'))} ${rateMenu(words, shown, rating)}
    </span>
  </li>`;
}

function markForm(words: Words, tmdbId: number, season: SeasonTicks, now: number): Html {
  const { number } = season;
  const before = (episode: Readonly<{ number: number }>) =>
    html`<option value="${episode.number}">${words.text('before_episode', episode.number)}</option>`;
  return html`<form class="filters" method="post" action="/series/${tmdbId}/mark">
    <input type="hidden" name="season" value="${number}" />
    <label
      >${words.text('what')}
      <select name="before">
        <option value="">${words.text('whole_season')}</option>
        ${episodesIn(season, 2, MOST).map(before)}
      </select></label
    >
    ${timeField(words, now)}
    <div class="actions"><button>${words.text('mark_as_watched')}</button></div>
  </form>`;
}

async function mark(c: Context<Env>, service: Service): Promise<Response> {
  const words = wordsOf(c);
  const form = await c.req.parseBody();
  const at = readFormTime(service, words.zone, form);
  const [season, before] = [field(form, 'season'), field(form, 'before')];
  if (!/^\d{1,5}$/.test(season) || !/^(?:[1-9]\d{0,4})?$/.test(before))
    return showSeries(c, service, words.text('choose_title'));
  if (at === undefined) return showSeries(c, service, words.text('wrong_time'));
  const result = await markWatched(service, c.get('user').id, {
    tmdbId: idOf(c),
    season: Number(season),
    before: before === '' ? undefined : Number(before),
    watchedAt: at,
  });
  return c.redirect(withDone(`/series/${String(idOf(c))}?season=${season}`, marked(result)), 303);
}
