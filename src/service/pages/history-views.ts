import { html } from 'hono/html';
import { dayAt, toIsoDay } from '../calendar/zoned-time';
import { mediaPath } from '../library/media-paths';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import { historyPath, type HistoryQuery } from './history-query';
import type { Html } from './layout';
import { subtitleText, titleText } from '../library/media-text';
import { subtitle } from './media-words';
import { poster } from './session-list';

/** Viewings day by day, as rows or posters, of which several can be selected and removed. */
export function dayGroups(words: Words, query: HistoryQuery, rows: readonly SessionRow[]): Html {
  const days = new Map<number, SessionRow[]>();
  for (const row of rows) {
    const day = dayAt(words.zone, row.watchedAt ?? row.updatedAt);
    const known = days.get(day);
    if (known === undefined) days.set(day, [row]);
    else known.push(row);
  }
  return html`<form method="post" action="/history/remove">
    <input type="hidden" name="back" value="${historyPath(query)}" />
    ${[...days].map(([day, of]) => dayGroup(words, query, day, of))}
    <p class="actions sticky"><button class="quiet">${words.text('remove_selected')}</button></p>
  </form>`;
}

function dayGroup(words: Words, query: HistoryQuery, day: number, rows: readonly SessionRow[]): Html {
  const iso = toIsoDay(day);
  const seconds = rows.reduce((sum, { duration }) => sum + duration, 0);
  const draw = query.view === 'posters' ? posterItem : listItem;
  return html`<section class="day" aria-labelledby="day-${iso}">
    <h3 id="day-${iso}">
      <time datetime="${iso}">${words.format.day(day)}</time>
      <span class="soft"
        >${words.plural('titles_count', rows.length)}${
          seconds === 0 ? '' : ` · ${words.format.length(seconds)}`
        }</span
      >
    </h3>
    <ul class="${query.view === 'posters' ? 'posters' : 'rows'}">
      ${rows.map((row) => draw(words, row))}
    </ul>
  </section>`;
}

function listItem(words: Words, row: SessionRow): Html {
  return html`<li class="viewing stacked">
    ${checkbox(words, row)} ${poster(row, 40)}
    <span class="names">
      <a href="${mediaPath(row)}" dir="auto">${titleText(words, row)}</a>
      ${subtitle(words, row)}
    </span>
    <span class="when">
      ${timeOfDay(words, row)}
      ${row.duration === 0 ? '' : html`<span class="soft">${words.format.length(row.duration)}</span>`}
    </span>
    ${editLink(words, row)}
  </li>`;
}

function posterItem(words: Words, row: SessionRow): Html {
  return html`<li class="viewing">
    <a class="cover" href="${mediaPath(row)}" tabindex="-1" aria-hidden="true">${poster(row, 120)}</a>
    <span class="names">
      <a href="${mediaPath(row)}" dir="auto">${titleText(words, row)}</a>
      ${subtitle(words, row)} ${timeOfDay(words, row)}
    </span>
    ${checkbox(words, row)} ${editLink(words, row)}
  </li>`;
}

function timeOfDay(words: Words, { watchedAt, updatedAt }: SessionRow): Html {
  const at = watchedAt ?? updatedAt;
  return html`<time datetime="${new Date(at).toISOString()}">${words.format.timeOfDay(at)}</time>`;
}

function checkbox(words: Words, row: SessionRow): Html {
  const label = words.text('select_title', labelOf(words, row));
  return html`<label class="check"
    ><input type="checkbox" name="id" value="${row.id}" aria-label="${label}"
  /></label>`;
}

function editLink(words: Words, row: SessionRow): Html {
  const label = words.text('edit_title', labelOf(words, row));
  return html`<a class="edit" href="/history/entry/${row.id}" aria-label="${label}"
    ><span class="word">${words.text('edit')}</span>${pencil()}</a
  >`;
}

/** In the place of the word where the window is narrow: in German the word is wider than the time. */
function pencil(): Html {
  return html`<svg class="pencil" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d="M4 20l1-5L16 4l4 4L9 19z M13.5 6.5l4 4" />
  </svg>`;
}

function labelOf(words: Words, row: SessionRow): string {
  return [titleText(words, row), subtitleText(words, row)].filter((text) => text !== undefined).join(' ');
}
