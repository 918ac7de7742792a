import { html } from 'hono/html';
import { dayAt, toIsoDay } from '../../core/library/zoned-time';
import { isShared } from '../library/title-marks';
import { mediaPath, subtitleText, titleText } from '../library/media-records';
import type { Companion } from '../store/preferences';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import { historyPath, type HistoryQuery } from './history-query';
import { icon } from './asset-routes';
import type { Html } from './layout';
import { subtitle, poster, posterLink } from './title-parts';
import { doButton, rateMenu } from './title-forms';

/** Shows viewings by day, as rows or posters. Several can be selected and removed. */
export function dayGroups(words: Words, query: HistoryQuery, rows: SessionRow[], marks: HistoryMarks): Html {
  const days = new Map<number, SessionRow[]>();
  for (const row of rows) {
    const day = dayAt(words.zone, row.watchedAt ?? row.updatedAt);
    const known = days.get(day);
    if (known === undefined) days.set(day, [row]);
    else known.push(row);
  }
  return html`<form method="post" action="/history/remove">
    <input type="hidden" name="back" value="${historyPath(query)}" />
    ${[...days].map(([day, of]) => dayGroup({ words, query, marks }, day, of))}
    <p class="actions sticky"><button class="quiet">${words.text('remove_selected')}</button></p>
  </form>`;
}

/** The person's ratings by media key, and the people to whose history the person may add. */
export type HistoryMarks = Readonly<{
  ratings: ReadonlyMap<string, number>;
  companions: Companion[];
}>;

type Shown = Readonly<{
  words: Words;
  query: HistoryQuery;
  marks: HistoryMarks;
}>;

function dayGroup({ words, query, marks }: Shown, day: number, rows: SessionRow[]): Html {
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
      ${rows.map((row) => draw(words, row, marks))}
    </ul>
  </section>`;
}

function listItem(words: Words, row: SessionRow, marks: HistoryMarks): Html {
  return html`<li class="viewing stacked" id="${anchorOf(row)}">
    ${poster(row, 48)}
    <span class="names">
      <a href="${mediaPath(row)}" dir="auto">${titleText(words, row)}</a>
      ${subtitle(words, row)}
    </span>
    <span class="when">
      ${timeOfDay(words, row)}
      ${row.duration === 0 ? '' : html`<span class="soft">${words.format.length(row.duration)}</span>`}
    </span>
    ${actions(words, row, marks)}
  </li>`;
}

function posterItem(words: Words, row: SessionRow, marks: HistoryMarks): Html {
  return html`<li class="viewing" id="${anchorOf(row)}">
    ${posterLink(mediaPath(row), titleText(words, row), poster(row, 120))}
    <span class="names">${subtitle(words, row)} ${timeOfDay(words, row)}</span>
    ${actions(words, row, marks)}
  </li>`;
}

function anchorOf({ id }: SessionRow): string {
  return `v-${id}`;
}

/** The buttons to rate, change and remove one viewing, and the checkbox for removing several together. */
function actions(words: Words, row: SessionRow, marks: HistoryMarks): Html {
  const name = labelOf(words, row);
  const shown = { media: row.media, name, anchor: anchorOf(row) };
  const edit = words.text('edit_title', name);
  return html`<span class="acts">
    ${rateMenu(words, shown, marks.ratings.get(row.media))}
    <a class="act" href="/history/entry/${row.id}" aria-label="${edit}" title="${edit}">${icon('pencil')}</a>
    ${withButtons(words, row.id, shown, marks.companions)}
    ${doButton({ what: `remove ${row.id}`, label: words.text('remove_title', name) }, icon('cross'))}
    ${checkbox(words, row)}
  </span>`;
}

/** A button for each person to whose history the viewing can be added. */
function withButtons(
  words: Words,
  id: string,
  { name, anchor }: Readonly<{ name: string; anchor: string }>,
  companions: Companion[],
): Html[] {
  if (isShared(id)) return [];
  return companions.map((other) => {
    const label = `${words.text('also_watched', other.name)}: ${name}`;
    const face = html`${icon('person')}<span class="value" aria-hidden="true">${initial(other.name)}</span>`;
    return doButton({ what: `with ${id} ${other.id}`, label, anchor }, face);
  });
}

function initial(name: string): string {
  return (Array.from(name)[0] ?? '').toUpperCase();
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

function labelOf(words: Words, row: SessionRow): string {
  return [titleText(words, row), subtitleText(words, row)].filter((text) => text !== undefined).join(' ');
}
