import { html } from 'hono/html';
import { posterUrl } from '../library/media-paths';
import type { SessionRow } from '../store/sessions';
import type { Html } from './layout';

/** Without alternative text, because the title beside it says what it shows. */
export function poster({ type, tmdbId }: Pick<SessionRow, 'type' | 'tmdbId'>, width: number): Html | '' {
  if (tmdbId === null) return '';
  return html`<img
    src="${posterUrl('', type, tmdbId)}"
    alt=""
    width="${width}"
    height="${width * 1.5}"
    loading="lazy"
  />`;
}

/** A poster with its title below: one link, as large as both; no title needs the height of a finger. */
export function posterLink(path: string, title: string, picture: Html | ''): Html {
  return html`<a class="cover" href="${path}">
    <span class="picture" aria-hidden="true">${picture}</span>
    <span class="name" dir="auto">${title}</span>
  </a>`;
}
