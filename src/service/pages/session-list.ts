import { html } from 'hono/html';
import { mediaPath, posterUrl } from '../library/media-paths';
import { titleText } from '../library/media-text';
import { clock, subtitle } from './media-words';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import { formatTime, type Html } from './layout';

/** Playback sessions as rows with title, time and position. */
export function sessionList(words: Words, sessions: readonly SessionRow[]): Html {
  return html`<ul class="rows">
    ${sessions.map((row) => sessionRow(words, row))}
  </ul>`;
}

function sessionRow(words: Words, row: SessionRow): Html {
  const position = words.text('position_of', clock(row.progress), clock(row.duration));
  return html`<li class="viewing stacked">
    ${poster(row, 40)}
    <span class="names">
      <a href="${mediaPath(row)}" dir="auto">${titleText(words, row)}</a>
      ${subtitle(words, row)}
    </span>
    <span class="when">
      ${formatTime(words, row.watchedAt ?? row.updatedAt)}
      ${row.duration === 0 ? '' : html`<span class="soft">${position}</span>`}
    </span>
  </li>`;
}

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
