import { html } from 'hono/html';
import type { CaseExpectation } from '../../protocol/connector-case';
import type { SubmittedCase } from '../../protocol/tracker/connector-submission';
import type { ConnectorRow } from '../store/connectors';
import type { Words } from '../texts/words';
import type { Html } from './layout';

/**
 * The saved pages of a submission and what is to be read of each. `isReplayed`: `content/replay` fills a
 * column with what is read.
 */
export function savedPages(words: Words, { id, cases }: ConnectorRow, isReplayed: boolean): Html {
  if (cases.length === 0) return html`<p class="notice bad">${words.text('no_saved_page')}</p>`;
  const tables = cases.map((one) => caseTable(words, one, isReplayed));
  return html`<h3>${words.text('saved_pages')}</h3>
    <p class="soft">${words.text('saved_pages_about')}</p>
    ${isReplayed ? replayed(words, id, tables) : tables}`;
}

function replayed(words: Words, id: string, tables: readonly Html[]): Html {
  return html`<div
    data-replay="/connectors/${id}/replay"
    data-passed="${words.text('replay_passed')}"
    data-differs="${words.text('replay_differs')}"
    data-failed="${words.text('replay_failed')}"
  >
    <p class="notice" role="status">${words.text('replay_running')}</p>
    ${tables}
  </div>`;
}

/** One body for each step. */
function caseTable(words: Words, { name, case: one }: SubmittedCase, isReplayed: boolean): Html {
  const steps = [one, ...(one.steps ?? [])];
  return html`<table class="case">
    <caption>
      ${name}: ${one.about}
    </caption>
    <thead>
      <tr>
        <th scope="col">${words.text('replay_field')}</th>
        <th scope="col">${words.text('replay_expected')}</th>
        ${isReplayed ? html`<th scope="col">${words.text('replay_read')}</th>` : ''}
      </tr>
    </thead>
    ${steps.map(({ about, expect }, step) => stepRows(step === 0 ? '' : about, expect, isReplayed))}
  </table>`;
}

function stepRows(about: string, expect: CaseExpectation, isReplayed: boolean): Html {
  const read = isReplayed ? html`<td></td>` : '';
  const heading = html`<tr>
    <th scope="rowgroup" colspan="3">${about}</th>
  </tr>`;
  return html`<tbody>
    ${about === '' ? '' : heading}
    ${Object.entries(expectedValues(expect)).map(
      ([field, value]) =>
        html`<tr data-field="${field}">
          <th scope="row" dir="ltr">${field}</th>
          <td dir="auto">${textOf(value)}</td>
          ${read}
        </tr>`,
    )}
  </tbody>`;
}

/** What an expectation states, by the names of fields that `content/replay` uses too. */
function expectedValues({ item, ...others }: CaseExpectation): Readonly<Record<string, unknown>> {
  return { ...item, ...others };
}

function textOf(value: unknown): string {
  if (value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
