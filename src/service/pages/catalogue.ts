import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { SOURCES, type FreeSources, type SourceName } from '../catalogue/free/free-sources';
import type { SourceProblem, SourceState } from '../catalogue/sources/source-client';
import { callerOf, type Env, type Service } from '../http/environment';
import type { TextKey, Words } from '../texts/words';
import { packPart, switchForm, type CatalogueView } from './catalogue-pack';
import { field } from './forms';
import { formatTime, layout, notice, show, type Html, wordsOf } from './layout';
import { findUser, isRecent, requireRecent, requireUser, signInAgain } from './signed-in';

const PATH = '/catalogue';

/**
 * `/catalogue` shows everybody where titles come from. The owner's forms:
 * - `on` or `off`, the name of a source, turns the source on or off.
 * - `token` stores the token of TMDB, which is never shown again; `remove` deletes it.
 *
 * The offline pack has a page of its own (`catalogue-pack.ts`).
 */
export function cataloguePages(service: Service) {
  return new Hono<Env>()
    .get('/film-database', (c) => c.redirect(PATH, 301))
    .get('/about', async (c) => {
      await findUser(c, service);
      return show(c, about(c));
    })
    .use(PATH, requireUser(service))
    .get(PATH, async (c) => answer(c, service))
    .post(PATH, requireRecent(service, PATH), (c) => change(c, service));
}

/** The credits that the licences of the sources require, shown to everybody. */
function about(c: Context<Env>): Html {
  const words = wordsOf(c);
  const parts = Object.values(ABOUT).map(
    ([key, page, name]) => html`<p>${words.parts(key, link(page, name))}</p>`,
  );
  const main = html`${parts}
    <p>${words.parts('source_anime', link(ANIME_PAGE, 'bangumi-data'))}</p>
    <p lang="en" dir="ltr">
      This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.
    </p>`;
  return layout(c, words.text('about'), main);
}

async function change(c: Context<Env>, service: Service): Promise<Response> {
  if (c.get('user').role !== 'owner') return answer(c, service, undefined, 403);
  const form = await c.req.parseBody();
  const turned = SOURCES.find((name) => [field(form, 'on'), field(form, 'off')].includes(name));
  if (turned !== undefined) {
    await service.store.sourceSwitches.turn(turned, field(form, 'on') === turned);
    return c.redirect(PATH, 303);
  }
  return changeToken(c, service, form);
}

async function changeToken(
  c: Context<Env>,
  service: Service,
  form: Parameters<typeof field>[0],
): Promise<Response> {
  const isRemoved = field(form, 'remove') !== '';
  if (isRemoved) await service.filmDatabase.forget();
  else {
    const result = await service.filmDatabase.use(field(form, 'token').trim());
    if (result !== 'accepted') return answer(c, service, PROBLEMS[result], 400);
  }
  await service.store.audit.add(
    c.get('user').id,
    isRemoved ? 'film-database-removed' : 'film-database-added',
    callerOf(c, service),
  );
  return c.redirect(PATH, 303);
}

const PROBLEMS = { refused: 'token_refused', unreachable: 'token_unreachable' } as const;

async function answer(
  c: Context<Env>,
  service: Service,
  problem?: TextKey,
  status: 200 | 400 | 403 = 200,
): Promise<Response> {
  const words = wordsOf(c);
  const { freeSources, store } = service;
  const origin = (await service.filmDatabase.origin()) ?? 'none';
  const isOwner = c.get('user').role === 'owner';
  const off = await store.sourceSwitches.off();
  const view = { words, off, canChange: isOwner && isRecent(c, service) };
  const main = html`${notice('bad', problem && words.text(problem))}
    <p>${words.text('catalogue_about')}</p>
    ${view.canChange ? '' : whyNot(c, words, isOwner)}
    ${freeSources && packPart(view, freeSources.pack.state())}
    ${section(
      view,
      'tmdb',
      html`<p>${words.text(TOKEN_STATES[origin])}</p>
        ${view.canChange ? tokenForm(words, origin) : ''}`,
    )}
    ${freeSources && networkParts(view, freeSources)}
    <section>
      <h2>bangumi-data</h2>
      <p>${words.parts('source_anime', link(ANIME_PAGE, 'bangumi-data'))}</p>
    </section>
    <p class="actions"><a class="button quiet" href="/about">${words.text('about')}</a></p>`;
  return show(c, layout(c, words.text('catalogue'), main), status);
}

/** Says why the person cannot change anything here. */
function whyNot(c: Context<Env>, words: Words, isOwner: boolean): Html {
  return isOwner
    ? html`${signInAgain(c, PATH, 'again_to_change_sources')}`
    : html`<p>${words.text('owner_only')}</p>`;
}

const ABOUT: Readonly<
  Record<Exclude<SourceName, 'pack'>, readonly [key: TextKey, page: string, name: string]>
> = {
  tmdb: ['source_tmdb', 'https://www.themoviedb.org/', 'TMDB'],
  wikidata: ['source_wikidata', 'https://www.wikidata.org/', 'Wikidata'],
  tvmaze: ['source_tvmaze', 'https://www.tvmaze.com/', 'TVmaze'],
  anilist: ['source_anilist', 'https://anilist.co/', 'AniList'],
};
const ANIME_PAGE = 'https://github.com/bangumi-data/bangumi-data';

function link(page: string, name: string): Html {
  return html`<a href="${page}" rel="noreferrer">${name}</a>`;
}

function section(view: CatalogueView, name: Exclude<SourceName, 'pack'>, state: Html): Html {
  const [key, page, shown] = ABOUT[name];
  return html`<section>
    <h2>${shown}</h2>
    <p>${view.words.parts(key, link(page, shown))}</p>
    ${state} ${switchForm(view, name, shown)}
  </section>`;
}

function networkParts(view: CatalogueView, { states }: FreeSources): Html[] {
  const known = states();
  return (['wikidata', 'tvmaze', 'anilist'] as const).map((name) =>
    section(view, name, html`<p>${stateOf(view, name, known[name])}</p>`),
  );
}

const SOURCE_PROBLEMS: Readonly<Record<SourceProblem, TextKey>> = {
  busy: 'source_busy',
  away: 'source_away',
  unreadable: 'source_unreadable',
};

function stateOf({ words, off }: CatalogueView, name: SourceName, state: SourceState): Html | string {
  if (off.includes(name)) return words.text('source_off');
  const { problem, failedAt, answeredAt } = state;
  if (problem !== undefined && failedAt !== undefined)
    return html`${words.text(SOURCE_PROBLEMS[problem])} ${formatTime(words, failedAt)}`;
  if (answeredAt === undefined) return words.text('source_unasked');
  return html`${words.text('source_answered')} ${formatTime(words, answeredAt)}`;
}

type Origin = 'environment' | 'page' | 'none';

const TOKEN_STATES: Readonly<Record<Origin, TextKey>> = {
  environment: 'titles_by_variable',
  page: 'titles_of_tmdb',
  none: 'token_optional',
};

function tokenForm(words: Words, origin: Origin): Html | '' {
  if (origin === 'environment') return '';
  const place = link('https://www.themoviedb.org/settings/api', 'themoviedb.org');
  const remove = html`<form method="post" action="${PATH}">
    <button class="quiet" name="remove" value="1">${words.text('remove')}</button>
  </form>`;
  return html`<p>${words.parts('token_about', place)}</p>
    <form class="panel" method="post" action="${PATH}">
      <label
        >${words.text('read_access_token')}
        <input name="token" type="password" autocomplete="off" maxlength="2000" required
      /></label>
      <button>${words.text('save')}</button>
    </form>
    ${origin === 'page' ? remove : ''}`;
}
