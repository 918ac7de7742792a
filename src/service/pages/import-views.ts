import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Title } from '../catalogue/catalogue';
import type { Env } from '../http/environment';
import { importSources, type ImportRow } from '../library/imports/import-row';
import { MARKED } from '../library/mark-watched';
import type { ImportCounts } from '../store/staged-rows';
import type { ImportRecord } from '../store/imports';
import type { KeptCount } from '../store/kept-rows';
import type { TextKey, Words } from '../texts/words';
import type { ImportQuestion } from '../library/imports/stage-rows';
import { groupForm } from './import-group-form';
import { formatTime, layout, notice, type Html, wordsOf } from './layout';
import { subtitleText } from '../library/media-records';
import { subtitle } from './title-parts';

type ImportsView = Readonly<{
  imports: ImportRecord[];
  /** Number of added ratings by import. */
  ratings: ReadonlyMap<string, number>;
  problem?: string | undefined;
}>;

/** The imports of a person, and the form for another one. */
export function importsPage(c: Context<Env>, { imports, ratings, problem }: ImportsView): Html {
  const words = wordsOf(c);
  const main = html`${notice('bad', problem)}
    <form class="panel" method="post" action="/import" enctype="multipart/form-data">
      <label
        >${words.text('file')}
        <span class="soft">${words.text('file_forms', words.format.either(importSources))}</span>
        <input type="file" name="file" accept=".csv,.json,.xml,.zip,.gz" required
      /></label>
      <button>${words.text('read_file')}</button>
    </form>
    <p>${words.text('nothing_stored_before')}</p>
    <ul class="rows">
      ${imports.map((record) => importRow(words, record, ratings.get(record.id)))}
    </ul>
    <h2>${words.text('export')}</h2>
    <p class="actions">
      <a class="button" href="/export" download>${words.text('everything_json')}</a>
      <a class="button" href="/export?format=csv" download>${words.text('viewings_csv')}</a>
      <a class="button" href="/export?format=letterboxd" download
        >${words.text('export_for', 'Letterboxd')}</a
      >
      <a class="button" href="/export?format=trakt" download>${words.text('export_for', 'Trakt')}</a>
      <a class="button" href="/export?format=imdb" download>${words.text('export_for', 'IMDb')}</a>
    </p>
    <p><a class="button" href="/relay">${words.text('relay')}</a></p>`;
  return layout(c, words.text('import_export'), main);
}

function importRow(words: Words, record: ImportRecord, ratings = 0): Html {
  const { id, source, rows, createdAt } = record;
  return html`<li class="row">
    <a href="/import/${id}">${sourceText(words, source)}: ${words.plural('entries_count', rows)}</a>
    ${formatTime(words, createdAt)}
    <span class="soft">${stateText(words, record, ratings)}</span>
  </li>`;
}

function stateText(words: Words, { state, added }: ImportRecord, ratings: number): string {
  if (state !== 'stored') return words.text(STATES[state]);
  if (ratings === 0) return words.plural('viewings_added', added);
  const viewings = added === 0 ? '' : `${words.plural('viewings_added', added)} `;
  return `${viewings}${words.plural('ratings_added', ratings)}`;
}

const STATES: Readonly<Record<ImportRecord['state'], TextKey>> = {
  reading: 'import_reading',
  preview: 'import_preview',
  storing: 'import_storing',
  stored: 'import_stored',
  undoing: 'import_undoing',
};

/** The name of an import's source. Marks as watched are stored, and undone, as an import too. */
function sourceText(words: Words, source: string): string {
  return source === MARKED ? words.text('marked_as_watched') : source;
}

type ImportView = Readonly<{
  record: ImportRecord;
  /** Number of ratings that the import has added. */
  ratings: number;
  counts: ImportCounts;
  /** Counts of entries that are neither viewings nor ratings. */
  kept: KeptCount[];
  /** The first rows that are ready. */
  rows: { row: string; media: string | null; watchedAt: number | null }[];
  questions: QuestionView[];
}>;

type QuestionView = Readonly<{
  text: string;
  question: ImportQuestion;
  first: ImportRow;
  /** Number of rows with this question. */
  count: number;
  works: Title[];
}>;

/** The contents of an import, and the possible actions. */
export function importPage(c: Context<Env>, { record, ratings, ...view }: ImportView): Html {
  const words = wordsOf(c);
  const { id, source, state, unread } = record;
  const { counts, kept, rows, questions } = view;
  const isPlaced = ({ part }: KeptCount) => part !== 'review' && part !== 'tag';
  const [placed, others] = [kept.filter(isPlaced), kept.filter((count) => !isPlaced(count))];
  const added = kept.reduce((sum, part) => sum + part.added, 0);
  const isBusy = state === 'reading' || state === 'storing' || state === 'undoing';
  const main = html`<p role="status">${stateText(words, record, ratings)}</p>
    <ul>
      <li>${words.text('import_clear', counts.ready, counts.known)}</li>
      <li>${words.text('import_unclear', counts.unclear, counts.left, unread)}</li>
      ${counts.open === 0 ? '' : html`<li>${words.text('import_open', counts.open)}</li>`}
      ${placed.length === 0 ? '' : html`<li>${words.text('kept_in_file', partsText(words, placed))}</li>`}
      ${others.length === 0 ? '' : html`<li>${words.text('no_place', partsText(words, others))}</li>`}
      ${added === 0 ? '' : html`<li>${words.text('also_added', added)}</li>`}
    </ul>
    ${groupForms(words, id, questions)}
    ${
      isBusy
        ? html`<p><a class="button" href="/import/${id}">${words.text('look_again')}</a></p>`
        : actions(words, record, counts)
    }
    ${questionForms(words, id, questions)}
    ${
      counts.unclear + counts.left === 0
        ? ''
        : html`<p>
            <a class="lone" href="/import/${id}/left.csv" download>${words.text('not_imported_csv')}</a>
          </p>`
    }
    ${rows.length === 0 ? '' : previewTable(words, rows)}`;
  return layout(c, words.text('import_from', sourceText(words, source)), main);
}

/** The counts of other entries in words: `Watchlist: 12, Lists: 2`. */
function partsText(words: Words, kept: KeptCount[]): string {
  const counts = new Map<TextKey, number>();
  for (const { part, rows } of kept) counts.set(PARTS[part], (counts.get(PARTS[part]) ?? 0) + rows);
  return words.format.list(
    [...counts].map(([key, count]) => `${words.text(key)}: ${words.format.number(count)}`),
  );
}

const PARTS: Readonly<Record<KeptCount['part'], TextKey>> = {
  watchlist: 'watchlist',
  favorites: 'favorite',
  collection: 'part_collection',
  list: 'part_lists',
  entry: 'part_entries',
  progress: 'continue_watching',
  dropped: 'dropped',
  choice: 'to_check',
  held: 'to_check',
  siteId: 'part_site_ids',
  setting: 'part_settings',
  review: 'part_reviews',
  tag: 'part_tags',
};

/** The buttons of an import. Storing is offered only if something waits to be stored. */
function actions(words: Words, { id, state }: ImportRecord, { waiting }: ImportCounts): Html {
  const undo = words.text(state === 'stored' ? 'undo_import' : 'discard');
  return html`<div class="actions">
    ${
      waiting === 0
        ? ''
        : html`<form method="post" action="/import/${id}/store">
            <button>${words.plural('add_entries', waiting)}</button>
          </form>`
    }
    <form method="post" action="/import/${id}/undo"><button class="quiet">${undo}</button></form>
  </div>`;
}

/**
 * The questions about groups. They are shown first, because the look-ups and the rows to store depend on the
 * answers.
 */
function groupForms(words: Words, id: string, questions: QuestionView[]): Html[] {
  return questions.flatMap(({ question, ...asked }) =>
    question.group === undefined ? [] : groupForm(words, id, { ...asked, question }),
  );
}

function questionForms(words: Words, id: string, questions: QuestionView[]): Html {
  const works = questions.filter(({ question }) => question.group === undefined);
  return html`${works.length === 0 ? '' : html`<h2>${words.text('unclear_titles')}</h2>`}
  ${works.map((asked) => questionForm(words, id, asked))}`;
}

function questionForm(words: Words, id: string, { text, first, count, works }: QuestionView): Html {
  const { title = words.text('no_title'), episodeTitle } = first;
  return html`<form class="panel actions" method="post" action="/import/${id}/choose">
    <input type="hidden" name="question" value="${text}" />
    <label
      ><bdi>${title}</bdi>
      <span class="soft"
        ><bdi>${subtitleText(words, { ...first, episodeTitle })}</bdi> (${words.format.number(count)})</span
      >
      <select name="work">
        ${works.map((work) => html`<option value="${work.tmdbId}">${work.title} ${work.year ?? ''}</option>`)}
        <option value="leave">${words.text('leave_out')}</option>
      </select></label
    >
    <button class="quiet">${words.text('choose')}</button>
  </form>`;
}

function previewTable(words: Words, rows: ImportView['rows']): Html {
  return html`<h2>${words.text('first_entries')}</h2>
    <ul class="rows">
      ${rows.map(({ row, media, watchedAt }) => {
        const read = JSON.parse(row) as ImportRow;
        // A row without title and media is a setting or a choice, and is not shown.
        if ((read.title ?? media) === null) return '';
        return html`<li class="viewing stacked">
          <span class="names"><span dir="auto">${read.title ?? media}</span> ${subtitle(words, read)}</span>
          <span class="when">${watchedAt === null ? '' : formatTime(words, watchedAt)}</span>
        </li>`;
      })}
    </ul>`;
}
