import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { defined } from '../../core/values/defined';
import { CatalogueError } from '../catalogue/catalogue-error';
import type { Env, Service } from '../http/environment';
import { nameMedia } from '../library/name-media';
import type { MediaIds } from '../store/media-key';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import { formatTime, layout, show, type Html } from './layout';
import { subtitleText, titleText } from '../library/media-text';
import { clock } from './media-words';
import { poster } from './session-list';
import { requireUser } from './signed-in';
import { wordsOf } from './words-of';

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
  const words = wordsOf(c);
  const { title, subtitle } =
    session === undefined
      ? await headingFromCatalogue(words, service, ids)
      : { title: titleText(words, session), subtitle: subtitleText(words, session) };
  const { tmdbId = null } = session ?? ids;
  const main = html`<div class="work">
      ${poster({ type: ids.type, tmdbId }, 120)}
      <div>
        ${subtitle === undefined ? '' : html`<p dir="auto">${subtitle}</p>`}
        ${ids.type === 'episode' && tmdbId !== null ? seriesLink(words, tmdbId) : ''}
        ${filmDatabaseLink(words, ids.type, tmdbId)}
      </div>
    </div>
    ${
      sessions.length === 0
        ? html`<p class="soft">${words.text('not_recorded')}</p>`
        : viewingList(words, sessions)
    }`;
  return show(c, layout(c, title, main));
}

interface Heading {
  readonly title: string;
  readonly subtitle: string | undefined;
}

async function headingFromCatalogue(
  words: Words,
  service: Service,
  { episodeId, ...ids }: MediaIds,
): Promise<Heading> {
  const [title] = await service.catalogue
    .resolve({ ...ids, ...defined({ id: episodeId }) })
    .catch((error: unknown) => {
      if (error instanceof CatalogueError) return [];
      throw error;
    });
  if (title === undefined) return { title: words.text('unknown_title'), subtitle: undefined };
  return { title: title.title, subtitle: subtitleText(words, title) };
}

/** The viewings, each with the page that changes it; one that is not watched yet only with its position. */
function viewingList(words: Words, sessions: readonly SessionRow[]): Html {
  const item = (row: SessionRow) =>
    html`<li class="viewing">
      <span class="names">
        ${formatTime(words, row.watchedAt ?? row.updatedAt)}
        <span class="soft"
          >${
            row.duration === 0 ? '' : words.text('position_of', clock(row.progress), clock(row.duration))
          }</span
        >
      </span>
      ${row.watchedAt === null ? '' : editLink(words, row.id)}
    </li>`;
  return html`<section aria-labelledby="viewings">
    <h2 id="viewings">${words.text('viewings')}</h2>
    <ul class="rows">
      ${sessions.map(item)}
    </ul>
  </section>`;
}

function editLink(words: Words, id: string): Html {
  return html`<a class="edit" href="/history/entry/${id}">${words.text('edit')}</a>`;
}

function seriesLink(words: Words, tmdbId: number): Html {
  return html`<p><a class="button" href="/series/${tmdbId}">${words.text('all_episodes')}</a></p>`;
}

function filmDatabaseLink(words: Words, type: MediaIds['type'], tmdbId: number | null): Html | '' {
  if (tmdbId === null) return '';
  const address = `https://www.themoviedb.org/${type === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`;
  return html`<p>
    <a class="lone" href="${address}" rel="noreferrer">${words.text('view_on', 'themoviedb.org')}</a>
  </p>`;
}
