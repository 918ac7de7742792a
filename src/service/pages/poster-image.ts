import { html } from 'hono/html';
import { posterUrl } from '../library/media-paths';
import type { SessionRow } from '../store/sessions';
import type { Html } from './layout';

/** Beside the title, which says what it shows. */
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
