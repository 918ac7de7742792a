import { html } from 'hono/html';
import { episodeCode, subtitleText, type Numbered } from '../library/media-text';
import type { Words } from '../texts/words';
import type { Html } from './layout';

/** The second line in a page, where the title of an episode keeps its own direction. */
export function subtitle(words: Words, row: Numbered): Html {
  const code = row.type === 'movie' ? undefined : episodeCode(words, row);
  const title = row.type === 'movie' ? undefined : (row.episodeTitle ?? undefined);
  const text =
    title === undefined
      ? (subtitleText(words, row) ?? '')
      : html`${code === undefined ? '' : `${code} · `}<bdi>${title}</bdi>`;
  return html`<span class="soft" dir="auto">${text}</span>`;
}

/** `04:05` or `1:04:05`. */
export function clock(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor(totalSeconds / 60) % 60;
  const seconds = String(totalSeconds % 60).padStart(2, '0');
  const twoDigits = String(minutes).padStart(2, '0');
  return hours > 0 ? `${String(hours)}:${twoDigits}:${seconds}` : `${twoDigits}:${seconds}`;
}
