import { html } from 'hono/html';
import type { ImportRow, RowGroup } from '../library/imports/import-row';
import type { Words } from '../texts/words';
import type { Html } from './layout';

type AskedGroup = Readonly<{
  text: string;
  question: RowGroup;
  /** A row for which the possible answers differ. */
  first: ImportRow;
  /** Number of rows in the group. */
  count: number;
}>;

/**
 * The form for a question about a group of rows that only the person can answer. The preselected answer
 * leaves the rows out.
 */
export function groupForm(words: Words, id: string, asked: AskedGroup): Html {
  const { text, question, first, count } = asked;
  return html`<form class="panel actions" method="post" action="/import/${id}/choose">
    <input type="hidden" name="question" value="${text}" />
    <label
      >${labelOf(words, question, first)} <span class="soft">(${words.format.number(count)})</span>
      <select name="work">
        <option value="leave">${words.text('leave_out')}</option>
        ${answersTo(words, question, asked).map(
          ([value, label]) => html`<option value="${value}">${label}</option>`,
        )}
      </select></label
    >
    <button class="quiet">${words.text('choose')}</button>
  </form>`;
}

function labelOf(words: Words, question: RowGroup, { title = '' }: ImportRow): string {
  if (question.group === 'profile') return words.text('import_profile', question.name);
  return question.group === 'watched' ? words.text('import_watched') : words.text('import_dates', title);
}

type AnswerOption = readonly [value: string, label: string];

function answersTo(words: Words, { group }: RowGroup, { first, count }: AskedGroup): AnswerOption[] {
  if (group !== 'dates') return [['take', words.plural('add_entries', count)]];
  const { watchedAt = 0, dayFirstAt = watchedAt } = first;
  const day = (time: number) => words.format.day(Math.floor(time / DAY_MS));
  return [
    ['month', day(watchedAt)],
    ['day', day(dayFirstAt)],
  ];
}

const DAY_MS = 86_400_000;
