import type { Context } from 'hono';
import { html } from 'hono/html';
import { defined } from '../../core/values/defined';
import type { Title } from '../catalogue/catalogue';
import type { Env, Service } from '../http/environment';
import { mediaPath, posterUrl, episodeCode, titleText } from '../library/media-records';
import { findUpNext } from '../library/up-next';
import { mediaKey } from '../../core/library/media-key';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import { icon } from './asset-routes';
import { type Html, wordsOf } from './layout';
import { pathHere } from './forms';
import { posterLink } from './title-parts';
import { doButton, rateMenu } from './title-forms';

/** A film or episode that the person can watch next. */
type NextTitle = Readonly<{
  media: string;
  path: string;
  poster: string | undefined;
  title: string;
  /** Place of an episode in its series, such as `S1 E2`. */
  code: string | undefined;
  episodeTitle: string | null | undefined;
  show: number | undefined;
  /** The played share from 0 to 1, and the remaining time in words. Absent if the title is not begun. */
  played?: number;
  left?: string;
}>;

/**
 * Shows the begun titles (each series once) and the next episodes of other series, as a scrolling row or a
 * wall.
 */
export async function nextSection(
  c: Context<Env>,
  service: Service,
  { limit, kind }: Readonly<{ limit: number; kind: 'strip' | 'wall' }>,
): Promise<Html | ''> {
  const words = wordsOf(c);
  const { unfinished, following } = await findUpNext(service, c.get('user').id);
  const all = [
    ...unfinished.map((row) => begun(words, row)),
    ...following.map(({ title }) => coming(words, title)),
  ].slice(0, limit);
  if (all.length === 0) return '';
  const rated = await service.store.ratings.gradesOf(
    c.get('user').id,
    all.map(({ media }) => media),
  );
  const more = html`<a class="lone" href="/channels/my-series">${words.text('my_series')}</a>`;
  return html`<section aria-labelledby="up-next">
    <div class="toolbar">
      <h2 id="up-next">${words.text('up_next')}</h2>
      ${kind === 'strip' ? more : ''}
    </div>
    <form method="post" action="/title">
      <input type="hidden" name="back" value="${pathHere(c)}" />
      <ul class="${kind}" ${kind === 'strip' ? html`tabindex="0" aria-labelledby="up-next"` : ''}>
        ${all.map((next) => card(words, next, kind === 'wall' ? rated : undefined))}
      </ul>
    </form>
  </section>`;
}

function begun(words: Words, row: SessionRow): NextTitle {
  const { type, media, tmdbId, progress, duration, episodeTitle } = row;
  const seconds = Math.max(0, duration - progress);
  return {
    media,
    path: mediaPath(row),
    poster: tmdbId === null ? undefined : posterUrl('', type, tmdbId),
    title: titleText(words, row),
    code: type === 'movie' ? undefined : episodeCode(words, row),
    episodeTitle,
    show: undefined,
    played: duration === 0 ? 0 : progress / duration,
    left: duration === 0 ? '' : words.text('time_left', words.format.length(seconds)),
  };
}

function coming(words: Words, title: Title): NextTitle {
  const { type, tmdbId, episodeId, seasonNumber, episodeNumber, episodeTitle } = title;
  const ids = { type, tmdbId, ...defined({ episodeId, seasonNumber, episodeNumber }) };
  return {
    media: mediaKey(ids),
    path: mediaPath(ids),
    poster: posterUrl('', type, tmdbId),
    title: title.title,
    code: episodeCode(words, { seasonNumber, episodeNumber }),
    episodeTitle,
    show: tmdbId,
  };
}

function join(...parts: (string | null | undefined)[]): string {
  return parts.filter((part) => part != null && part !== '').join(' · ');
}

/**
 * A title as a card. `rated`: the ratings; without them no stars are shown, because a scrolling row would cut
 * their menu off.
 */
function card(words: Words, next: NextTitle, rated: ReadonlyMap<string, number> | undefined): Html {
  const { media, path, title, code, episodeTitle, show, left } = next;
  const name = join(title, code, episodeTitle);
  const away =
    show === undefined
      ? { what: `forget ${media}`, label: words.text('remove_title', name) }
      : { what: `drop ${String(show)}`, label: words.text('drop_title', title) };
  const watch = { what: `watch ${media}`, label: words.text('mark_title', name), kind: 'act main' };
  return html`<li class="card">
    ${posterLink(path, title, picture(next))} ${episodeLine(code, episodeTitle)}
    ${left === undefined || left === '' ? '' : html`<span class="soft">${left}</span>`}
    <span class="acts">
      ${doButton(watch, icon('check'))}
      ${rated === undefined ? '' : rateMenu(words, { media, name }, rated.get(media))}
      ${doButton(away, icon('cross'))}
    </span>
  </li>`;
}

/**
 * The code and title of an episode. The title has its own text direction, which may differ from the page's.
 */
function episodeLine(code: string | undefined, title: string | null | undefined): Html | '' {
  const whole = join(code, title);
  if (whole === '') return '';
  if (title == null || title === '') return html`<span class="soft">${whole}</span>`;
  return html`<span class="soft" title="${whole}"
    >${code === undefined ? '' : html`<span>${code} ·</span>`} <bdi>${title}</bdi></span
  >`;
}

function picture({ poster, played }: NextTitle): Html {
  return html`${poster === undefined ? '' : html`<img src="${poster}" alt="" width="120" height="180" />`}
  ${played === undefined ? '' : html`<progress max="100" value="${Math.round(played * 100)}"></progress>`}`;
}
