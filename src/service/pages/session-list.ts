import { html } from 'hono/html';
import { mediaPath, posterUrl } from '../library/media-paths';
import { subtitleOf, titleOf } from '../library/media-text';
import type { SessionRow } from '../store/sessions';
import { formatTime, type Html } from './layout';

/** Playback sessions as rows with title, time and position. */
export function sessionList(sessions: readonly SessionRow[]): Html {
  return html`<ul class="rows">
    ${sessions.map(sessionRow)}
  </ul>`;
}

function sessionRow(row: SessionRow): Html {
  return html`<li class="row">
    ${poster(row)}
    <a href="${mediaPath(row)}">${titleOf(row)}</a>
    ${formatTime(row.watchedAt ?? row.updatedAt)}
    <span class="soft">${subtitleOf(row) ?? ''}</span>
    <span class="soft">${row.duration === 0 ? '' : `${clock(row.progress)} of ${clock(row.duration)}`}</span>
  </li>`;
}

/** Beside the title, which says what it shows. */
function poster({ type, tmdbId }: SessionRow): Html | '' {
  if (tmdbId === null) return '';
  return html`<img src="${posterUrl('', type, tmdbId)}" alt="" width="32" height="48" loading="lazy" />`;
}

/** `04:05` or `1:04:05`. */
function clock(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor(totalSeconds / 60) % 60;
  const seconds = String(totalSeconds % 60).padStart(2, '0');
  const twoDigits = String(minutes).padStart(2, '0');
  return hours > 0 ? `${String(hours)}:${twoDigits}:${seconds}` : `${twoDigits}:${seconds}`;
}
