import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { mediaKey } from '../../core/library/media-key';
import { type Title, CatalogueError, createAllowance } from '../catalogue/catalogue';
import type { Env, Service } from '../http/environment';
import { choose, undoChoice, type ChoiceResult } from '../library/webhooks/chosen-title';
import { findCandidates } from '../library/webhooks/find-played';
import type { PlayedTitle } from '../library/webhooks/playing';
import { recordAway } from '../library/webhooks/record-playing';
import { nameUntitled } from '../library/name-media';
import type { HeldTitle } from '../store/held-titles';
import { unnamedRow } from '../store/media';
import type { TitleChoice } from '../store/title-choices';
import type { Words } from '../texts/words';
import { findTitles, idsOf, searchFields, titleOption, wantedIn, type WantedTitle } from './add-viewing';
import {
  choicesSection,
  reasonText,
  statedName,
  statedRating,
  waitingSection,
  type NamedChoice,
} from './check-views';
import { field, idsOfWork, doneNotice, withDone, type Done } from './forms';
import { layout, show, showSentence, type Html, wordsOf } from './layout';
import { requireUser } from './signed-in';

const ONE = '/check/:id{[0-9a-v]+}';

/** Maximum number of titles to choose from. */
const CHOICES = 10;

/**
 * `/check`: titles played on media servers that could not be identified with certainty, and the choices made
 * so far. Forms:
 * - `/check/{id}` chooses what a title is. `work` is the key of a film or an episode. Or `none` is `1`: the
 *   title is never recorded. `scope` is `season` if the choice is for the whole season. The choice also
 *   applies to later plays.
 * - `/check/forget` removes the choice with this `id`.
 * - `/check/remove` removes all waiting titles.
 */
export function checkPages(service: Service) {
  return new Hono<Env>()
    .use('/check', requireUser(service))
    .use('/check/*', requireUser(service))
    .get('/check', (c) => showWaiting(c, service))
    .post('/check/forget', async (c) => {
      await undoChoice(service, c.get('user').id, field(await c.req.parseBody(), 'id'));
      return c.redirect(withDone('/check', { done: 'undone' }), 303);
    })
    .post('/check/remove', async (c) => {
      const { id, count } = await service.store.heldTitles.removeAll(c.get('user').id);
      return c.redirect(withDone('/check', { done: 'removed_count', count, undo: `waiting~${id}` }), 303);
    })
    .get(ONE, (c) => withHeld(c, service, (held) => showHeld(c, service, held)))
    .post(ONE, (c) => withHeld(c, service, (held) => decide(c, service, held)));
}

async function showWaiting(c: Context<Env>, service: Service): Promise<Response> {
  const { store } = service;
  const words = wordsOf(c);
  const userId = c.get('user').id;
  await recordAway(service, userId);
  const waiting = await store.heldTitles.list(userId);
  const choices = await nameChoices(service, await store.titleChoices.list(userId));
  const main = html`${doneNotice(c)} ${waitingSection(words, waiting)} ${choicesSection(words, choices)}`;
  return show(c, layout(c, words.text('to_check'), main));
}

/** Maximum number of requests to the film database for the names of the chosen titles. */
const REQUEST_LIMIT = 4;

async function nameChoices(service: Service, choices: TitleChoice[]): Promise<NamedChoice[]> {
  const titles = choices.filter(({ media }) => media !== 'none');
  const rows = titles.map(({ media }) => unnamedRow(media));
  const named = await nameUntitled(service, rows, createAllowance({ requests: REQUEST_LIMIT }));
  const names = new Map(named.map((row) => [row.media, row]));
  return choices.map((choice) => ({ ...choice, chosen: names.get(choice.media) }));
}

async function withHeld(
  c: Context<Env>,
  { store }: Service,
  answer: (held: HeldTitle) => Promise<Response>,
): Promise<Response> {
  const held = await store.heldTitles.find(c.get('user').id, c.req.param('id') ?? '');
  if (held !== undefined) return answer(held);
  return showSentence(c, 'not_found', 'no_page', 404);
}

async function showHeld(c: Context<Env>, service: Service, held: HeldTitle): Promise<Response> {
  const words = wordsOf(c);
  const title = JSON.parse(held.title) as PlayedTitle;
  const asked = wantedIn(c.req.query());
  const isAsked = asked.title !== '';
  const wanted = isAsked ? asked : wantedOf(title);
  const found = isAsked
    ? await findTitles(service, wanted, words.language)
    : await findCandidates({ catalogue: service.catalogue, language: words.language }, title);
  const main = html`${doneNotice(c)}
    <p>${statedName(words, held)}</p>
    <p class="soft">${reasonText(words, held)}</p>
    ${statedRating(words, [held])} ${chooseForm(words, held, found.slice(0, CHOICES))}
    <form class="panel filters" method="get" action="/check/${held.id}">
      ${searchFields(words, wanted)}
    </form>`;
  return show(c, layout(c, words.text('to_check'), main));
}

function wantedOf({ type, title = '', seasonNumber, episodeNumber }: PlayedTitle): WantedTitle {
  const text = (number: number | undefined) => (number === undefined ? '' : String(number));
  return { type, title, season: text(seasonNumber), episode: text(episodeNumber) };
}

function chooseForm(words: Words, held: HeldTitle, found: Title[]): Html {
  const isEpisode = held.season !== -1;
  const list =
    found.length === 0
      ? html`<p role="status">${words.text('no_results')}</p>`
      : html`<fieldset>
          <legend>${words.text('which_title')}</legend>
          <ul class="rows">
            ${found.map((title) => titleOption(words, title, mediaKey(idsOf(title))))}
          </ul>
        </fieldset>`;
  return html`<form class="panel" method="post" action="/check/${held.id}">
    ${list} ${isEpisode ? scopeChoice(words, held.season) : ''}
    <div class="actions">
      ${found.length === 0 ? '' : html`<button>${words.text('save')}</button>`}
      <button class="quiet" name="none" value="1" formnovalidate>${words.text('never_record')}</button>
    </div>
  </form>`;
}

function scopeChoice(words: Words, season: number): Html {
  return html`<fieldset class="scope">
    <label class="choice"
      ><input type="radio" name="scope" value="season" checked />
      ${words.text('all_of_season', season)}</label
    >
    <label class="choice"
      ><input type="radio" name="scope" value="one" /> ${words.text('only_this_one')}</label
    >
  </fieldset>`;
}

async function decide(c: Context<Env>, service: Service, held: HeldTitle): Promise<Response> {
  const form = await c.req.parseBody();
  const isNone = field(form, 'none') === '1';
  const ids = isNone ? undefined : idsOfWork(field(form, 'work'));
  if (!isNone && ids === undefined)
    return c.redirect(withDone(`/check/${held.id}`, { done: 'choose_title' }), 303);
  const isForSeason = field(form, 'scope') === 'season';
  try {
    const result = await choose(service, c.get('user').id, held, { ids, isForSeason });
    return c.redirect(withDone('/check', doneBy(isNone, result)), 303);
  } catch (error) {
    if (error instanceof CatalogueError) return showSentence(c, 'unavailable', 'to_check_away', 503);
    throw error;
  }
}

function doneBy(isNone: boolean, { choice, count, ratings }: ChoiceResult): Done {
  const undo = `check~${choice}`;
  if (isNone) return { done: 'never_recorded', undo };
  return count === 0 && ratings > 0
    ? { done: 'ratings_added', count: ratings, undo }
    : { done: 'viewings_added', count, undo };
}
