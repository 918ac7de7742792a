import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { defined } from '../../core/values/defined';
import { CatalogueError } from '../catalogue/catalogue-error';
import type { Env, Service } from '../http/environment';
import { subtitleOf, titleOf } from '../library/media-text';
import { nameMedia } from '../library/name-media';
import type { MediaIds } from '../store/media-key';
import { layout, show, type Html } from './layout';
import { sessionList } from './session-list';
import { requireUser } from './signed-in';

/** `/media/…`: one film or episode with the person's sessions. */
export function mediaPages(service: Service) {
  return new Hono<Env>()
    .use('/media/*', requireUser(service))
    .get('/media/movie/:tmdbId{[0-9]+}', (c) =>
      showMedia(c, service, { type: 'movie', tmdbId: Number(c.req.param('tmdbId')) }),
    )
    .get('/media/episode/:id{[0-9]+}', (c) =>
      showMedia(c, service, { type: 'episode', episodeId: Number(c.req.param('id')) }),
    )
    .get('/media/episode/:show{[0-9]+}/:season{[0-9]+}/:episode{[0-9]+}', (c) =>
      showMedia(c, service, {
        type: 'episode',
        tmdbId: Number(c.req.param('show')),
        seasonNumber: Number(c.req.param('season')),
        episodeNumber: Number(c.req.param('episode')),
      }),
    );
}

async function showMedia(c: Context<Env>, service: Service, ids: MediaIds): Promise<Response> {
  const user = c.get('user');
  const sessions = await nameMedia(service, await service.store.sessions.ofMedia(user.id, ids));
  const [session] = sessions;
  const { title, subtitle } =
    session === undefined
      ? await headingFromCatalogue(service, ids)
      : { title: titleOf(session), subtitle: subtitleOf(session) };
  const main = html`${subtitle === undefined ? '' : html`<p>${subtitle}</p>`}
  ${sessions.length === 0 ? html`<p class="soft">Not recorded yet.</p>` : sessionList(sessions)}
  ${filmDatabaseLink(ids)}`;
  return show(c, layout(title, user, main));
}

interface Heading {
  readonly title: string;
  readonly subtitle: string | undefined;
}

async function headingFromCatalogue(service: Service, { episodeId, ...ids }: MediaIds): Promise<Heading> {
  const [title] = await service.catalogue
    .resolve({ ...ids, ...defined({ id: episodeId }) })
    .catch((error: unknown) => {
      if (error instanceof CatalogueError) return [];
      throw error;
    });
  if (title === undefined) return { title: 'Unknown title', subtitle: undefined };
  return { title: title.title, subtitle: subtitleOf(title) };
}

function filmDatabaseLink({ type, tmdbId }: MediaIds): Html | '' {
  if (tmdbId === undefined) return '';
  const address = `https://www.themoviedb.org/${type === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`;
  return html`<p><a href="${address}" rel="noreferrer">View on themoviedb.org</a></p>`;
}
