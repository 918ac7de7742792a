import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { mediaPath, subtitleText, titleText } from '../library/media-records';
import { nameMedia } from '../library/name-media';
import { moveLimit, removalLimit, type Move } from '../store/removed-viewings';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import {
  addViewingPages,
  choiceList,
  findTitles,
  idsOf,
  searchFields,
  wantedIn,
  type WantedTitle,
} from './add-viewing';
import { layout, notice, show, showSentence, type Html, wordsOf } from './layout';
import { backPath, doneNotice, withDone, readFormTime, timeField, field } from './forms';
import { poster } from './title-parts';
import type { Title } from '../catalogue/catalogue';
import type { MediaIds } from '../../core/library/media-key';

/**
 * Forms that change the history. The routes must be behind `requireUser`.
 * - `/history/remove` removes viewings: `id`, one or several; `back`, the page to return to.
 * - `/history/entry/{id}` shows a viewing and changes its time: `at`, in the person's zone.
 * - `/history/entry/{id}/title` moves a viewing to another title.
 * - `/history/add` adds a viewing (`add-viewing.ts`).
 */
export function historyChangePages(service: Service) {
  return new Hono<Env>()
    .post('/history/remove', (c) => remove(c, service))
    .get('/history/entry/:id{[\\w-]+}', (c) => showEntry(c, service))
    .post('/history/entry/:id{[\\w-]+}', (c) => changeTime(c, service))
    .post('/history/entry/:id{[\\w-]+}/title', async (c) => {
      const row = await findEntry(c, service);
      return row === undefined ? noViewing(c) : moveToTitle(c, service, row);
    })
    .route('/', addViewingPages(service));
}

async function remove(c: Context<Env>, service: Service): Promise<Response> {
  const form = await c.req.parseBody({ all: true });
  const ids = [form['id']].flat().filter((id) => typeof id === 'string');
  const back = backPath(form);
  if (ids.length === 0) return c.redirect(withDone(back, { done: 'nothing_selected' }), 303);
  const { removal, count } = await service.store.removedViewings.remove(
    c.get('user').id,
    ids.slice(0, removalLimit),
  );
  return c.redirect(withDone(back, { done: 'removed_count', count, undo: `removal~${removal}` }), 303);
}

async function findEntry(c: Context<Env>, service: Service): Promise<SessionRow | undefined> {
  const row = await service.store.sessions.viewing(c.get('user').id, c.req.param('id') ?? '');
  return row && (await nameMedia(service, [row]))[0];
}

function noViewing(c: Context<Env>): Response | Promise<Response> {
  return showSentence(c, 'not_found', 'no_viewing', 404);
}

async function showEntry(c: Context<Env>, service: Service, problem?: string): Promise<Response> {
  const row = await findEntry(c, service);
  if (row === undefined) return noViewing(c);
  const words = wordsOf(c);
  const main = html`${notice('bad', problem)} ${doneNotice(c)} ${entryForms(words, row)}
  ${await wrongTitleSection(c, service, row)}`;
  return show(c, layout(c, titleText(words, row), main), problem === undefined ? 200 : 400);
}

function entryForms(words: Words, row: SessionRow): Html {
  const subtitle = subtitleText(words, row);
  return html`<div class="work">
      ${poster(row, 120)}
      <div>
        ${subtitle === undefined ? '' : html`<p dir="auto">${subtitle}</p>`}
        <p><a class="lone" href="${mediaPath(row)}">${words.text('all_viewings')}</a></p>
        <form method="post" action="/history/remove">
          <input type="hidden" name="id" value="${row.id}" />
          <button class="quiet">${words.text('remove_viewing')}</button>
        </form>
      </div>
    </div>
    <form class="panel" method="post" action="/history/entry/${row.id}">
      ${timeField(words, row.watchedAt ?? row.updatedAt)}
      <button>${words.text('save')}</button>
    </form>`;
}

async function changeTime(c: Context<Env>, service: Service): Promise<Response> {
  const words = wordsOf(c);
  const at = readFormTime(service, words.zone, await c.req.parseBody());
  if (at === undefined) return showEntry(c, service, words.text('wrong_time'));
  const row = await findEntry(c, service);
  if (row === undefined) return noViewing(c);
  await service.store.viewings.setTime(c.get('user').id, row.id, at);
  const undo = `time~${row.id}~${String(row.watchedAt ?? row.updatedAt)}`;
  return c.redirect(withDone('/history', { done: 'time_changed', undo }), 303);
}

/** The search for the right title of a viewing. It starts with the current title. */
async function wrongTitleSection(c: Context<Env>, service: Service, row: SessionRow): Promise<Html> {
  const words = wordsOf(c);
  const asked = wantedIn(c.req.query());
  const wanted = asked.title === '' ? wantedOf(row) : asked;
  const found = wanted.title === '' ? [] : await findTitles(service, wanted, words.language);
  return html`<section aria-labelledby="wrong">
    <h2 id="wrong">${words.text('wrong_title')}</h2>
    <form class="panel filters" method="get" action="/history/entry/${row.id}#wrong">
      ${searchFields(words, wanted)}
    </form>
    ${
      found.length === 0
        ? html`<p role="status">${words.text('no_results')}</p>`
        : chooseForm(words, row, { wanted, found })
    }
  </section>`;
}

function wantedOf({ type, title, seasonNumber, episodeNumber }: SessionRow): WantedTitle {
  return {
    type,
    title: title ?? '',
    season: seasonNumber === null ? '' : String(seasonNumber),
    episode: episodeNumber === null ? '' : String(episodeNumber),
  };
}

type TitleSearch = Readonly<{
  wanted: WantedTitle;
  found: Title[];
}>;

function chooseForm(words: Words, row: SessionRow, { wanted, found }: TitleSearch): Html {
  const isSeries = row.type === 'episode' && row.tmdbId !== null && wanted.type === 'episode';
  const scope = isSeries
    ? html`<fieldset class="scope">
        <label class="choice"
          ><input type="radio" name="scope" value="one" checked /> ${words.text('only_this_one')}</label
        >
        <label class="choice"
          ><input type="radio" name="scope" value="series" /> ${words.text('all_of_series')}</label
        >
      </fieldset>`
    : '';
  return html`<form class="panel" method="post" action="/history/entry/${row.id}/title">
    ${choiceList(words, wanted, found)} ${scope}
    <button>${words.text('save')}</button>
  </form>`;
}

/**
 * Moves a viewing to another title. Fields of the form: those of the search, `work`, and `scope`: `series`
 * moves all viewings of the series.
 */
async function moveToTitle(c: Context<Env>, service: Service, row: SessionRow): Promise<Response> {
  const form = await c.req.parseBody();
  const wanted = wantedIn(form);
  const found = wanted.title === '' ? [] : await findTitles(service, wanted, wordsOf(c).language);
  const title = found.find(({ tmdbId }) => String(tmdbId) === field(form, 'work'));
  const here = `/history/entry/${row.id}`;
  if (title === undefined) return c.redirect(withDone(here, { done: 'choose_title' }), 303);
  const userId = c.get('user').id;
  const moves =
    field(form, 'scope') === 'series' && row.tmdbId !== null && title.type === 'episode'
      ? await movesOfSeries(service, userId, row.tmdbId, title.tmdbId)
      : [{ id: row.id, to: idsOf(title) }];
  const { moved, count } = await service.store.movedViewings.move(userId, moves);
  return c.redirect(withDone(here, { done: 'moved_count', count, undo: `moved~${moved}` }), 303);
}

/**
 * The moves of all viewings of a series to another series. Each viewing keeps its season and episode number.
 */
async function movesOfSeries({ store }: Service, userId: string, from: number, to: number): Promise<Move[]> {
  const filter = { works: [`show:${String(from)}`], zone: 'UTC' };
  const rows = await store.findViewings.find(userId, filter, { limit: moveLimit });
  return rows.map((row) => ({ id: row.id, to: inSeries(row, to) }));
}

function inSeries({ seasonNumber, episodeNumber }: SessionRow, tmdbId: number): MediaIds {
  return { type: 'episode', tmdbId, seasonNumber: seasonNumber ?? 1, episodeNumber: episodeNumber ?? 1 };
}
