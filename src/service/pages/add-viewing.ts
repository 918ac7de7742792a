import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { defined } from '../../core/values/defined';
import { type Title, CatalogueError } from '../catalogue/catalogue';
import type { Env, Service } from '../http/environment';
import type { MediaIds } from '../../core/library/media-key';
import type { Words } from '../texts/words';
import { field, readFormTime, timeField, withDone } from './forms';
import { layout, notice, show, type Html, wordsOf } from './layout';
import { subtitleText } from '../library/media-records';
import { poster } from './title-parts';

/** Maximum number of titles to choose from. */
const CHOICES = 10;

/** The search as the person has entered it in the form. */
export type WantedTitle = Readonly<{
  type: 'movie' | 'episode';
  title: string;
  season: string;
  episode: string;
}>;

/**
 * `/history/add` adds a viewing in two steps:
 * 1. The person searches: `type`, `title`, and for an episode `season` and `episode`.
 * 2. The person chooses a result: `work` is its id in the film database, `at` the time in the person's zone.
 */
export function addViewingPages(service: Service) {
  return new Hono<Env>()
    .get('/history/add', async (c) => show(c, await addPage(c, service, wantedIn(c.req.query()))))
    .post('/history/add', (c) => addViewing(c, service));
}

export function wantedIn(values: Record<string, unknown>): WantedTitle {
  const number = (name: string) => (/^\d{1,5}$/.test(field(values, name)) ? field(values, name) : '');
  return {
    type: field(values, 'type') === 'episode' ? 'episode' : 'movie',
    title: field(values, 'title').trim().slice(0, 200),
    season: number('season'),
    episode: number('episode'),
  };
}

async function addPage(
  c: Context<Env>,
  service: Service,
  wanted: WantedTitle,
  problem?: string,
): Promise<Html> {
  const words = wordsOf(c);
  const found = wanted.title === '' ? undefined : await findTitles(service, wanted, words.language);
  return layout(
    c,
    words.text('add_viewing'),
    html`${notice('bad', problem)} ${searchForm(c, wanted)}
    ${found === undefined ? '' : choiceForm(c, service, wanted, found)}`,
  );
}

export async function findTitles(
  { catalogue }: Service,
  { type, title, season, episode }: WantedTitle,
  language: string,
): Promise<Title[]> {
  if (type === 'episode' && (season === '' || episode === '' || Number(episode) === 0)) return [];
  const question =
    type === 'movie'
      ? ({ type, title, language } as const)
      : ({
          type,
          seriesTitle: title,
          seasonNumber: Number(season),
          episodeNumber: Number(episode),
          language,
        } as const);
  try {
    return (await catalogue.resolve(question)).slice(0, CHOICES);
  } catch (error) {
    if (error instanceof CatalogueError) return [];
    throw error;
  }
}

function searchForm(c: Context<Env>, wanted: WantedTitle): Html {
  return html`<form class="panel filters" method="get" action="/history/add">
    ${searchFields(wordsOf(c), wanted)}
  </form>`;
}

export function searchFields(words: Words, { type, title, season, episode }: WantedTitle): Html {
  const option = (value: string, text: string) =>
    html`<option value="${value}" ${type === value ? html`selected` : ''}>${text}</option>`;
  return html`<label
      >${words.text('type')}
      <select name="type">
        ${option('movie', words.text('film'))} ${option('episode', words.text('episode'))}
      </select></label
    >
    <label
      >${words.text('title_or_series')}
      <input type="search" name="title" value="${title}" maxlength="200" required
    /></label>
    <label
      >${words.text('season')}
      <input name="season" inputmode="numeric" pattern="[0-9]{1,5}" value="${season}"
    /></label>
    <label
      >${words.text('episode')}
      <input name="episode" inputmode="numeric" pattern="[0-9]{1,5}" value="${episode}"
    /></label>
    <div class="actions"><button>${words.text('search')}</button></div>`;
}

function choiceForm(c: Context<Env>, { now }: Service, wanted: WantedTitle, found: Title[]): Html {
  const words = wordsOf(c);
  if (found.length === 0) {
    const isIncomplete = wanted.type === 'episode' && (wanted.season === '' || wanted.episode === '');
    return html`<p role="status">${words.text(isIncomplete ? 'numbers_needed' : 'no_results')}</p>`;
  }
  return html`<form class="panel" method="post" action="/history/add">
    ${choiceList(words, wanted, found)} ${timeField(words, now())}
    <button>${words.text('add_to_history')}</button>
  </form>`;
}

/**
 * The found titles to choose from. Hidden fields repeat the search, so that the service can check the choice
 * against it.
 */
export function choiceList(words: Words, wanted: WantedTitle, found: Title[]): Html {
  return html`${Object.entries(wanted).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <fieldset>
      <legend>${words.text('which_title')}</legend>
      <ul class="rows">
        ${found.map((title, index) => titleOption(words, title, String(title.tmdbId), index === 0))}
      </ul>
    </fieldset>`;
}

/** A title to choose, with its poster. `value` is the value of the field `work`. */
export function titleOption(words: Words, title: Title, value: string, isChosen = false): Html {
  const place = title.type === 'episode' ? subtitleText(words, title) : undefined;
  return html`<li class="viewing">
    <label class="choice"
      ><input type="radio" name="work" value="${value}" required ${isChosen ? html`checked` : ''} />
      ${poster(title, 40)}
      <span class="names">
        <strong dir="auto">${title.title}</strong>
        <span class="soft" dir="auto"
          >${[title.year, place].filter((part) => part !== undefined).join(' · ')}</span
        >
      </span></label
    >
  </li>`;
}

async function addViewing(c: Context<Env>, service: Service): Promise<Response> {
  const words = wordsOf(c);
  const user = c.get('user');
  const form = await c.req.parseBody();
  const wanted = wantedIn(form);
  const at = readFormTime(service, words.zone, form);
  const found = wanted.title === '' ? [] : await findTitles(service, wanted, words.language);
  const title = found.find(({ tmdbId }) => String(tmdbId) === field(form, 'work'));
  if (at === undefined || title === undefined) {
    const problem = words.text(at === undefined ? 'wrong_time' : 'choose_title');
    return show(c, await addPage(c, service, wanted, problem), 400);
  }
  const { runtime = 0 } = title;
  const id = `page-${crypto.randomUUID()}`;
  await service.store.viewings.put(user.id, id, {
    ids: idsOf(title),
    position: { progress: runtime, duration: runtime },
    startedAt: Math.max(0, at - runtime * 1000),
    watchedAt: at,
  });
  return c.redirect(withDone('/history', { done: 'viewing_added', undo: `viewing~${id}` }), 303);
}

export function idsOf({ type, tmdbId, episodeId, seasonNumber, episodeNumber }: Title): MediaIds {
  return type === 'movie'
    ? { type, tmdbId }
    : { type, tmdbId, ...defined({ episodeId, seasonNumber, episodeNumber }) };
}
