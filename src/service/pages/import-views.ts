import { html } from 'hono/html';
import type { Title } from '../catalogue/catalogue';
import type { ImportRow } from '../library/imports/import-row';
import { subtitleOf } from '../library/media-text';
import type { ImportCounts } from '../store/count-import-rows';
import type { ImportRecord } from '../store/imports';
import type { User } from '../store/users';
import { formatTime, layout, notice, type Html } from './layout';

/** The imports of a person, and the form for another one. */
export function importsPage(user: User, imports: readonly ImportRecord[], problem?: string): Html {
  const main = html`${notice('bad', problem)}
    <form class="panel" method="post" action="/import" enctype="multipart/form-data">
      <label
        >File
        <span class="soft"
          >of Matinee, Trakt (history as JSON), Letterboxd (diary.csv), Simkl (JSON), TV Time (CSV) or Netflix
          (viewing activity)</span
        >
        <input type="file" name="file" accept=".csv,.json" required
      /></label>
      <button>Read the file</button>
    </form>
    <p>Nothing is stored before you have seen what the file contains.</p>
    <ul class="rows">
      ${imports.map(importRow)}
    </ul>
    <h2>Export</h2>
    <p class="actions">
      <a href="/export" download>Everything as JSON</a>
      <a href="/export?format=csv" download>Viewings as CSV</a>
    </p>`;
  return layout('Import and export', user, main);
}

function importRow({ id, source, state, rows, added, createdAt }: ImportRecord): Html {
  return html`<li class="row">
    <a href="/import/${id}">${source}: ${rows} entries</a>
    ${formatTime(createdAt)}
    <span class="soft">${state === 'stored' ? `${added} added` : STATES[state]}</span>
  </li>`;
}

const STATES: Readonly<Record<ImportRecord['state'], string>> = {
  reading: 'Titles are looked up',
  preview: 'Not stored yet',
  storing: 'Being stored',
  stored: 'Stored',
  undoing: 'Being undone',
};

interface ImportView {
  readonly user: User;
  readonly record: ImportRecord;
  readonly counts: ImportCounts;
  /** The first rows that are ready. */
  readonly rows: readonly { row: string; media: string | null; watchedAt: number | null }[];
  readonly questions: readonly Asked[];
}

interface Asked {
  readonly text: string;
  readonly first: ImportRow;
  /** Rows with this question. */
  readonly count: number;
  readonly works: readonly Title[];
}

/** What an import holds, and what the person can do about it. */
export function importPage({ user, record, counts, rows, questions }: ImportView): Html {
  const { id, source, state, unread, added } = record;
  const isBusy = state === 'reading' || state === 'storing' || state === 'undoing';
  const fresh = counts.ready - counts.known;
  const main = html`<p role="status">
      ${state === 'stored' ? `${added} viewings added.` : `${STATES[state]}.`}
    </p>
    <ul>
      <li>${counts.ready} entries are clear; ${counts.known} of them are in your history already.</li>
      <li>${counts.unclear} are unclear, ${counts.left} left out, ${unread} couldn’t be read.</li>
      ${counts.open === 0 ? '' : html`<li>${counts.open} are still being looked up.</li>`}
    </ul>
    ${isBusy ? html`<p><a href="/import/${id}">Look again</a></p>` : actions(record, fresh)}
    ${questions.length === 0 ? '' : html`<h2>Unclear titles</h2>`}
    ${questions.map((asked) => questionForm(id, asked))}
    ${
      counts.unclear + counts.left === 0
        ? ''
        : html`<p><a href="/import/${id}/left.csv" download>What is not imported, as CSV</a></p>`
    }
    ${rows.length === 0 ? '' : previewTable(rows)}`;
  return layout(`Import from ${source}`, user, main);
}

function actions({ id, state }: ImportRecord, fresh: number): Html {
  const undo = state === 'stored' ? 'Undo the whole import' : 'Discard';
  return html`<div class="actions">
    <form method="post" action="/import/${id}/store">
      <button>Add ${fresh} entries to the history</button>
    </form>
    <form method="post" action="/import/${id}/undo"><button class="quiet">${undo}</button></form>
  </div>`;
}

function questionForm(id: string, { text, first, count, works }: Asked): Html {
  const { title = 'No title', episodeTitle } = first;
  return html`<form class="panel actions" method="post" action="/import/${id}/choose">
    <input type="hidden" name="question" value="${text}" />
    <label
      >${title} <span class="soft">${subtitleOf({ ...first, episodeTitle })} (${count})</span>
      <select name="work">
        ${works.map((work) => html`<option value="${work.tmdbId}">${work.title} ${work.year ?? ''}</option>`)}
        <option value="leave">Leave out</option>
      </select></label
    >
    <button class="quiet">Choose</button>
  </form>`;
}

function previewTable(rows: ImportView['rows']): Html {
  return html`<h2>The first entries</h2>
    <ul class="rows">
      ${rows.map(({ row, media, watchedAt }) => {
        const read = JSON.parse(row) as ImportRow;
        return html`<li class="row">
          <span>${read.title ?? media} <span class="soft">${subtitleOf(read)}</span></span>
          ${watchedAt === null ? '' : formatTime(watchedAt)}
        </li>`;
      })}
    </ul>`;
}
