import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { isRecent, requireRecent, requireUser, signInAgain } from './signed-in';

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
  if (role !== 'owner') return answer(c, service, {}, 403);
  const form = await c.req.parseBody();
  const isRemoved = field(form, 'remove') !== '';
  if (isRemoved) await service.filmDatabase.forget();
  else {
    const result = await service.filmDatabase.use(field(form, 'token').trim());
    if (result !== 'accepted') return answer(c, service, { bad: PROBLEMS[result] }, 400);
  }
  await service.store.audit.add(
    id,
    isRemoved ? 'film-database-removed' : 'film-database-added',
    callerOf(c, service),
  );
  return c.redirect(PATH, 303);
}

const PROBLEMS = {
  refused: 'The film database doesn’t accept this token. Copy the read access token, not the API key.',
  unreachable: 'The film database can’t be reached. Nothing was stored. Try again later.',
};

async function answer(
  c: Context<Env>,
  service: Service,
  result: { readonly bad?: string } = {},
  status: 200 | 400 | 403 = 200,
): Promise<Response> {
  const user = c.get('user');
  const origin = await service.filmDatabase.origin();
  const main = html`${notice('bad', result.bad)}
    <p>${STATES[origin ?? 'none']}</p>
    ${user.role === 'owner' ? form(c, service, origin) : html`<p>Only the owner of this tracker changes this.</p>`}`;
  return show(c, layout('Film database', user, main), status);
}

const STATES = {
  environment: 'Titles and posters come from TMDB. Its token is in the variable TMDB_TOKEN.',
  page: 'Titles and posters come from TMDB.',
  none: 'This tracker knows few titles: open films and ten series. With a token of TMDB it knows nearly all.',
};

function form(c: Context<Env>, service: Service, origin: keyof typeof STATES | undefined): Html | '' {
  if (origin === 'environment') return '';
  if (!isRecent(c, service)) return signInAgain(PATH, 'to change the token');
  const remove = html`<form method="post" action="${PATH}">
    <button class="quiet" name="remove" value="1">Remove token</button>
  </form>`;
  return html`<p>
      Create an account at
      <a href="https://www.themoviedb.org/settings/api" rel="noreferrer">themoviedb.org</a> and copy the “API
      Read Access Token” from there. It stays on this tracker and isn’t shown again.
    </p>
    <form class="panel" method="post" action="${PATH}">
      <label
        >Read access token <input name="token" type="password" autocomplete="off" maxlength="2000" required
      /></label>
      <button>${origin === 'page' ? 'Replace token' : 'Add token'}</button>
    </form>
    ${origin === 'page' ? remove : ''}`;
}
