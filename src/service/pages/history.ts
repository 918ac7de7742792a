import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { toPlace } from '../http/page-query';
import { nameMedia } from '../library/name-media';
import { recount } from '../library/year-statistics';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import {
  calendarView,
  filterOf,
  historyPath,
  isFiltered,
  placeOf,
  readHistoryQuery,
  VIEWS,
  type HistoryQuery,
  type View,
} from './history-query';
import { historyChangePages } from './history-changes';
import { dayGroups } from './history-views';
import { firstSteps } from './welcome';
import { icon } from './asset-routes';
import { layout, show, type Html, wordsOf } from './layout';
import { doneNotice } from './forms';
import { nextSection } from './next-section';
import { requireUser } from './signed-in';

const PAGE_SIZE = 50;

/** Maximum number of entries of "Up next" above the history. */
const NEXT_LIMIT = 12;

/**
 * `/history`: what the person has watched, by day, as a list, posters or a calendar, or the results of a
 * search. The first page also shows the unfinished titles.
 */
export function historyPages(service: Service) {
  return new Hono<Env>()
    .get('/', (c) => c.redirect('/history', 303))
    .use('/history', requireUser(service))
    .use('/history/*', requireUser(service))
    .get('/history', (c) => showHistory(c, service))
    .route('/', historyChangePages(service));
}

async function showHistory(c: Context<Env>, service: Service): Promise<Response> {
  const query = readHistoryQuery(c);
  const words = wordsOf(c);
  // Continues a recount that a restart of the service has interrupted.
  void recount(service, c.get('user').id);
  const isStart = query.view !== 'calendar' && query.after === '' && !isFiltered(query);
  const next = isStart ? await nextSection(c, service, { limit: NEXT_LIMIT, kind: 'strip' }) : '';
  const shown =
    query.view === 'calendar'
      ? html`${toolbar(words, query, '')} ${await calendarView(c, service, query)}`
      : await listView(c, service, query);
  const toCheck = await service.store.heldTitles.count(c.get('user').id);
  const main = html`${doneNotice(c)} ${toCheck === 0 ? '' : checkNotice(words, toCheck)} ${next} ${shown}`;
  return show(c, layout(c, words.text('history'), main));
}

async function listView(c: Context<Env>, service: Service, query: HistoryQuery): Promise<Html> {
  const user = c.get('user');
  const words = wordsOf(c);
  const { sessions, findViewings, ratings, preferences } = service.store;
  const filter = await filterOf(service, user, query);
  const part = { limit: PAGE_SIZE, after: placeOf(query.after) };
  const found = await findViewings.find(user.id, filter, part);
  const total = isFiltered(query)
    ? await findViewings.count(user.id, filter)
    : await sessions.countWatched(user.id);
  const watched = await nameMedia(service, found);
  const marks = {
    ratings: await ratings.gradesOf(user.id, [...new Set(watched.map(({ media }) => media))]),
    companions: await preferences.companionsOf(user.id),
  };
  const search = total === 0 && !isFiltered(query) ? '' : filterForm(words, query);
  return html`${toolbar(words, query, search)}
    <section aria-labelledby="watched">
      <h2 id="watched">${words.text(isFiltered(query) ? 'found_count' : 'watched_count', total)}</h2>
      ${watched.length === 0 ? emptyText(c, service, query) : dayGroups(words, query, watched, marks)}
    </section>
    ${pageLinks(words, query, watched)}`;
}

/** The notice about titles from media servers that wait for the person. */
function checkNotice(words: Words, count: number): Html {
  return html`<p class="notice actions">
    <span>${words.plural('to_check_count', count)}</span>
    <a class="button" href="/check">${words.text('to_check')}</a>
  </p>`;
}

/** The text of an empty history, which explains how to fill it. */
function emptyText(c: Context<Env>, service: Service, query: HistoryQuery): Html {
  const words = wordsOf(c);
  if (isFiltered(query)) return html`<p class="soft">${words.text('nothing_found')}</p>`;
  return html`<p>${words.text('nothing_recorded')}</p>
    ${firstSteps(c, service)}`;
}

function pageLinks(words: Words, query: HistoryQuery, watched: SessionRow[]): Html {
  const last = watched.length < PAGE_SIZE ? undefined : watched.at(-1);
  const older = last && toPlace({ time: last.watchedAt ?? 0, key: last.id });
  return html`<p class="actions">
    ${
      query.after === ''
        ? ''
        : html`<a class="button" href="${historyPath(query, { after: '' })}">${words.text('newest')}</a>`
    }
    ${
      older === undefined
        ? ''
        : html`<a class="button" href="${historyPath(query, { after: older })}">${words.text('older')}</a>`
    }
  </p>`;
}

/** The views, the search, and the button to add a viewing from elsewhere. */
function toolbar(words: Words, query: HistoryQuery, search: Html | ''): Html {
  const add = words.text('add_viewing');
  return html`<div class="toolbar tools">
    <nav class="views" aria-label="${words.text('views')}">
      ${VIEWS.map((view) => viewLink(words, query, view))}
    </nav>
    ${search}
    <a class="button" href="/history/add" aria-label="${add}" title="${add}"
      >${icon('plus')}<span>${add}</span></a
    >
  </div>`;
}

function viewLink(words: Words, query: HistoryQuery, view: View): Html {
  const isHere = query.view === view;
  const path = historyPath(query, { view, after: '', month: '' });
  return html`<a href="${path}" ${isHere ? html`aria-current="true"` : ''}>${words.text(`view_${view}`)}</a>`;
}

function filterForm(words: Words, query: HistoryQuery): Html {
  const option = (value: HistoryQuery['only'], text: string) =>
    html`<option value="${value}" ${query.only === value ? html`selected` : ''}>${text}</option>`;
  const clear = html`<a class="button" href="${historyPath({ ...NO_QUERY, view: query.view })}"
    >${words.text('clear')}</a
  >`;
  const isOpen = query.only !== '' || query.from !== '' || query.to !== '';
  const name = words.text('search_in_history');
  return html`<form class="search" method="get" action="/history" role="search">
    ${query.view === 'list' ? '' : html`<input type="hidden" name="view" value="${query.view}" />`}
    <input
      type="search"
      name="q"
      value="${query.q}"
      maxlength="200"
      aria-label="${name}"
      placeholder="${words.text('search')}"
    />
    <button class="quiet" aria-label="${words.text('search')}" title="${words.text('search')}">
      ${icon('search')}
    </button>
    ${isFiltered(query) ? clear : ''}
    <details ${isOpen ? html`open` : ''}>
      <summary>${words.text('filters')}</summary>
      <div class="filters">
        <label
          >${words.text('type')}
          <select name="only">
            ${option('', words.text('films_and_series'))} ${option('movie', words.text('films'))}
            ${option('episode', words.text('series_many'))}
          </select></label
        >
        <label>${words.text('from_day')} <input type="date" name="from" value="${query.from}" /></label>
        <label>${words.text('to_day')} <input type="date" name="to" value="${query.to}" /></label>
      </div>
    </details>
  </form>`;
}

const NO_QUERY: HistoryQuery = { view: 'list', q: '', only: '', from: '', to: '', month: '', after: '' };
