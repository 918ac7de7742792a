import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { mediaPath, subtitleOf, titleOf } from '../media-view';
import { nameMedia } from '../name-media';
import { mediaKey, type MediaIds, type PlaybackRow } from '../store/playback';
import { formatTime, layout, show, type Html } from './layout';
import { requireUser } from './signed-in';

const perPage = 50;

/** The history, what was begun, and the page of one film or episode. */
export function historyPages(service: Service) {
  const { playback } = service.store;
  return new Hono<Env>()
    .get('/', (c) => c.redirect('/history', 303))
    .use('/history', requireUser(service))
    .use('/media/*', requireUser(service))
    .get('/history', async (c) => {
      const user = c.get('user');
      const page = pageNumber(c.req.query('page'));
      const total = playback.countHistory(user.id);
      const watched = await nameMedia(service, playback.history(user.id, perPage, (page - 1) * perPage));
      const current = page > 1 ? [] : await nameMedia(service, playback.current(user.id, 100, 0));
      const begun = current.filter((row) => row.watchedAt === null).slice(0, 10);
      return show(
        c,
        layout(
          'History',
          user,
          html` ${
              begun.length === 0
                ? ''
                : html`<section aria-labelledby="begun">
                    <h2 id="begun">Begun</h2>
                    ${rows(begun)}
                  </section>`
            }
            <section aria-labelledby="watched">
              <h2 id="watched">Watched (${total})</h2>
              ${watched.length === 0 ? html`<p class="soft">Nothing yet. Play something to 90 % and it appears here.</p>` : rows(watched)}
            </section>
            <p class="actions">
              ${page > 1 ? html`<a href="/history?page=${page - 1}">Newer</a>` : ''}
              ${total > page * perPage ? html`<a href="/history?page=${page + 1}">Older</a>` : ''}
            </p>`,
        ),
      );
    })
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

/** Every session of one film or episode; its name from the catalogue when it was never played. */
async function showMedia(c: Context<Env>, service: Service, ids: MediaIds): Promise<Response> {
  const user = c.get('user');
  const sessions = await nameMedia(service, service.store.playback.ofMedia(user.id, mediaKey(ids)));
  const { episodeId, ...place } = ids;
  const [known] =
    sessions.length > 0
      ? []
      : await service.catalogue.resolve({ ...place, ...(episodeId !== undefined && { id: episodeId }) });
  const first = sessions[0];
  const title = first === undefined ? (known?.title ?? 'Unknown title') : titleOf(first);
  const subtitle = first === undefined ? known && subtitleOf(known) : subtitleOf(first);
  return show(
    c,
    layout(
      title,
      user,
      html` ${subtitle === undefined ? '' : html`<p>${subtitle}</p>`}
      ${sessions.length === 0 ? html`<p class="soft">You have not played this yet.</p>` : rows(sessions)}
      ${ids.tmdbId === undefined ? '' : html`<p><a href="https://www.themoviedb.org/${ids.type === 'movie' ? 'movie' : 'tv'}/${ids.tmdbId}" rel="noreferrer">On themoviedb.org</a></p>`}`,
    ),
  );
}

function rows(list: PlaybackRow[]): Html {
  return html`<ul class="rows">
    ${list.map(
      (row) =>
        html`<li class="row">
          <a href="${mediaPath(row)}">${titleOf(row)}</a>
          ${formatTime(row.watchedAt ?? row.updatedAt)}
          <span class="soft">${subtitleOf(row) ?? ''}</span>
          <span class="soft">${clock(row.progress)} of ${clock(row.duration)}</span>
        </li>`,
    )}
  </ul>`;
}

function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${String(minutes % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return minutes >= 60 ? `${String(Math.floor(minutes / 60))}:${rest}` : rest;
}

function pageNumber(text = '1'): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
