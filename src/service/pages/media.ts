import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { defined } from '../../core/values/defined';
import { CatalogueError, type Title } from '../catalogue/catalogue';
import type { Env, Service } from '../http/environment';
import { mediaPath, subtitleText, titleText } from '../library/media-records';
import { nameMedia } from '../library/name-media';
import { titleMarks } from '../library/title-marks';
import { mediaKey, type MediaIds } from '../../core/library/media-key';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import { icon } from './asset-routes';
import { formatTime, layout, show, type Html, wordsOf } from './layout';
import { clock, poster, workDetails } from './title-parts';
import { doneNotice, pathHere, timeField } from './forms';
import { requireUser } from './signed-in';
import { doButton, reviewSection, titleActions } from './title-forms';

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
  const found = await findTitle(service, ids);
  const { title, subtitle } = headingOf(words, session, found);
  const { tmdbId = null } = session ?? ids;
  const media = session?.media ?? mediaKey(ids);
  const facts = factsOf(words, subtitle, found);
  const shown = { media, name: title };
  const marks = await titleMarks(service, user.id, media);
  const details = await aboutFilm(service, words, { ...ids, tmdbId });
  const main = html`${doneNotice(c)}
    <div class="work">
      ${poster({ type: ids.type, tmdbId }, 160)}
      ${whatItIs(facts, details.genres, filmDatabaseLink(words, ids.type, tmdbId))}
      <div>
        <form method="post" action="/title">
          <input type="hidden" name="back" value="${pathHere(c)}" />
          ${titleActions(words, shown, marks)}
        </form>
        ${otherDateForm(c, words, media, service.now())}
        ${ids.type === 'episode' && tmdbId !== null ? episodeLinks(words, tmdbId, session ?? ids) : ''}
      </div>
      ${details.section}
    </div>
    ${reviewSection(words, media, marks, pathHere(c))}
    ${
      sessions.length === 0
        ? html`<p class="soft">${words.text('not_recorded')}</p>`
        : viewingList(c, words, sessions)
    }`;
  return show(c, layout(c, title, main));
}

/** Facts, genres and link of a work. Empty if nothing is known. */
function whatItIs(facts: string, genres: Html | '', link: Html | ''): Html | '' {
  if (facts === '' && genres === '' && link === '') return '';
  return html`<div class="what">
    ${facts === '' ? '' : html`<p dir="auto">${facts}</p>`} ${genres} ${link}
  </div>`;
}

function otherDateForm(c: Context<Env>, words: Words, media: string, now: number): Html {
  return html`<details class="other-date">
    <summary>${words.text('another_date')}</summary>
    <form class="actions" method="post" action="/title">
      <input type="hidden" name="back" value="${pathHere(c)}" />
      ${timeField(words, now)}
      <button name="do" value="watch ${media}">${words.text('add_to_history')}</button>
    </form>
  </details>`;
}

function factsOf(words: Words, subtitle: string | undefined, found: Title | undefined): string {
  const runtime = found?.runtime === undefined ? undefined : words.format.length(found.runtime);
  return [subtitle, runtime].filter((fact) => fact !== undefined).join(' · ');
}

/** Details about a film. Those about an episode are on the page of its series. */
async function aboutFilm(
  service: Service,
  words: Words,
  { type, tmdbId }: Readonly<{ type: MediaIds['type']; tmdbId: number | null }>,
): ReturnType<typeof workDetails> {
  if (type !== 'movie' || tmdbId === null) return { genres: '', section: '' };
  return workDetails(service, words, { kind: 'movie', tmdbId });
}

type Heading = Readonly<{
  title: string;
  subtitle: string | undefined;
}>;

/** Looks up a title. `undefined`: the catalogue does not know it or cannot be asked. */
async function findTitle(service: Service, { episodeId, ...ids }: MediaIds): Promise<Title | undefined> {
  try {
    return (await service.catalogue.resolve({ ...ids, ...defined({ id: episodeId }) }))[0];
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}

function headingOf(words: Words, session: SessionRow | undefined, title: Title | undefined): Heading {
  if (session !== undefined)
    return { title: titleText(words, session), subtitle: subtitleText(words, session) };
  if (title === undefined) return { title: words.text('unknown_title'), subtitle: undefined };
  return { title: title.title, subtitle: subtitleText(words, title) };
}

/** Lists the viewings, each with a link to change it. A title that is only begun can be forgotten. */
function viewingList(c: Context<Env>, words: Words, sessions: SessionRow[]): Html {
  const item = (row: SessionRow) => {
    const name = words.format.time(row.watchedAt ?? row.updatedAt);
    const isOpen = row.watchedAt === null;
    const what = isOpen ? `forget ${row.media}` : `remove ${row.id}`;
    return html`<li class="viewing">
      <span class="names">
        ${formatTime(words, row.watchedAt ?? row.updatedAt)}
        <span class="soft"
          >${
            row.duration === 0 ? '' : words.text('position_of', clock(row.progress), clock(row.duration))
          }</span
        >
      </span>
      <span class="acts">
        ${isOpen ? '' : editLink(words, row.id, name)}
        ${doButton({ what, label: words.text('remove_title', name) }, icon('cross'))}
      </span>
    </li>`;
  };
  return html`<section aria-labelledby="viewings">
    <h2 id="viewings">${words.text('viewings')}</h2>
    <form method="post" action="/title">
      <input type="hidden" name="back" value="${pathHere(c)}" />
      <ul class="rows">
        ${sessions.map(item)}
      </ul>
    </form>
  </section>`;
}

function editLink(words: Words, id: string, name: string): Html {
  const label = words.text('edit_title', name);
  return html`<a class="act" href="/history/entry/${id}" aria-label="${label}" title="${label}"
    >${icon('pencil')}</a
  >`;
}

type NumberedPlace =
  Pick<MediaIds, 'seasonNumber' | 'episodeNumber'> | Pick<SessionRow, 'seasonNumber' | 'episodeNumber'>;

/** Links to the series, and to the previous and the next episode. */
function episodeLinks(words: Words, tmdbId: number, { seasonNumber, episodeNumber }: NumberedPlace): Html {
  const from = episodeNumber == null ? '' : `&from=${String(episodeNumber)}`;
  const season = seasonNumber == null ? '' : `?season=${String(seasonNumber)}${from}`;
  const link = (number: number) => {
    const path = mediaPath({
      type: 'episode',
      tmdbId,
      seasonNumber: seasonNumber ?? null,
      episodeNumber: number,
    });
    return html`<a class="button" href="${path}">${words.text('episode_number', number)}</a>`;
  };
  return html`<p class="actions">
    ${episodeNumber == null || episodeNumber < 2 ? '' : link(episodeNumber - 1)}
    <a class="button" href="/series/${tmdbId}${season}">${words.text('all_episodes')}</a>
    ${episodeNumber == null ? '' : link(episodeNumber + 1)}
  </p>`;
}

function filmDatabaseLink(words: Words, type: MediaIds['type'], tmdbId: number | null): Html | '' {
  if (tmdbId === null) return '';
  const address = `https://www.themoviedb.org/${type === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`;
  return html`<p>
    <a class="lone" href="${address}" rel="noreferrer">${words.text('view_on', 'themoviedb.org')}</a>
  </p>`;
}
