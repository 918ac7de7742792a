import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import type { TextKey } from '../texts/languages';
import type { Words } from '../texts/words';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { isRecent, requireRecent, requireUser, signInAgain } from './signed-in';
import { wordsOf } from './words-of';

const PATH = '/film-database';

/**
 * `/film-database`: the owner's page for the token of the film database. Fields of the form: `token`, or
 * `remove`. The token is never shown again.
 */
export function filmDatabasePages(service: Service) {
  return new Hono<Env>()
    .use(PATH, requireUser(service))
    .get(PATH, async (c) => answer(c, service))
    .post(PATH, requireRecent(service, PATH), (c) => change(c, service));
}

async function change(c: Context<Env>, service: Service): Promise<Response> {
  const { role, id } = c.get('user');
  if (role !== 'owner') return answer(c, service, undefined, 403);
  const form = await c.req.parseBody();
  const isRemoved = field(form, 'remove') !== '';
  if (isRemoved) await service.filmDatabase.forget();
  else {
    const result = await service.filmDatabase.use(field(form, 'token').trim());
    if (result !== 'accepted') return answer(c, service, PROBLEMS[result], 400);
  }
  await service.store.audit.add(
    id,
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
  const origin = (await service.filmDatabase.origin()) ?? 'none';
  const isOwner = c.get('user').role === 'owner';
  const main = html`${notice('bad', problem && words.text(problem))}
    <p>${words.text(STATES[origin])}</p>
    ${isOwner ? form(c, service, words, origin) : html`<p>${words.text('owner_only')}</p>`}`;
  return show(c, layout(c, words.text('film_database'), main), status);
}

type Origin = 'environment' | 'page' | 'none';

const STATES: Readonly<Record<Origin, TextKey>> = {
  environment: 'titles_by_variable',
  page: 'titles_of_tmdb',
  none: 'few_titles',
};

function form(c: Context<Env>, service: Service, words: Words, origin: Origin): Html | '' {
  if (origin === 'environment') return '';
  if (!isRecent(c, service)) return signInAgain(c, PATH, 'again_to_change_token');
  const place = html`<a href="https://www.themoviedb.org/settings/api" rel="noreferrer">themoviedb.org</a>`;
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
