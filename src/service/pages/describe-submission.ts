import { html } from 'hono/html';
import { changedFields, type ChangedField } from '../../protocol/definition/changed-fields';
import { parseDefinition } from '../../protocol/definition/parse-definition';
import { newReach, reachOf, type Reach } from '../../protocol/definition/reach';
import type { Definition } from '../../protocol/definition/definition';
import type { ConnectorEvidence } from '../../protocol/grade/evidence';
import { ownDefinition } from '../../protocol/tracker/extractors';
import type { CaseExpectation } from '../../protocol/connector-case';
import type { SubmittedCase } from '../../protocol/tracker/connector-submission';
import { evidenceIn } from '../releases/sign-list';
import type { ConnectorRow } from '../store/connectors';
import type { TextKey, Words } from '../texts/words';
import type { Html } from './layout';
import { looksSecret } from '../../core/text/looks-secret';
import { redactText } from '../../core/workbench/redact';

/** The definitions with which a submission is compared. `undefined`: there is none with its id. */
export type Before = Readonly<{
  /** The newest version that this tracker has published. */
  published: unknown;
  /** The connector packaged with the extension. */
  packaged: unknown;
}>;

/**
 * Describes a submission in words: what it newly reaches, what it reads differently, its cases, and words
 * that may be personal. `isReplayed`: the page replays the cases.
 */
export function describeSubmission(
  words: Words,
  row: ConnectorRow,
  before: Before,
  isReplayed: boolean,
): Html {
  const stated = ownDefinition(row.definition);
  const definition = definitionIn(stated);
  if (definition === undefined)
    return html`<p class="whole notice bad">${words.text('definition_unreadable')}</p>`;
  const published = definitionIn(before.published);
  const packaged = definitionIn(before.packaged);
  return html`<div class="whole">
    ${reachList(words, published ?? packaged, definition)}
    ${published === undefined && packaged !== undefined ? '' : comparedFields(words, published, definition)}
    ${packaged === undefined ? '' : comparedFields(words, packaged, definition, PACKAGED)}
    ${savedPages(words, row, isReplayed)} ${evidenceList(words, evidenceIn(stated))}
    ${wordList(words, personalWords([stated, row.cases]))}
  </div>`;
}

function definitionIn(value: unknown): Definition | undefined {
  const parsed = parseDefinition(value);
  return parsed.ok ? parsed.definition : undefined;
}

function reachList(words: Words, before: Definition | undefined, definition: Definition): Html {
  const textOf = ({ kind, value }: Reach) => words.text(REACHES[kind], value);
  const added = new Set(newReach(before, definition).map(textOf));
  const lines = reachOf(definition).map(textOf);
  const fresh = html` <strong>${words.text('new')}</strong>`;
  return html`<h3>${words.text('reaches')}</h3>
    <ul>
      ${lines.map((line) => html`<li>${line}${before !== undefined && added.has(line) ? fresh : ''}</li>`)}
    </ul>`;
}

const REACHES: Readonly<Record<Reach['kind'], TextKey>> = {
  host: 'reach_host',
  frame: 'reach_frame',
  'api-host': 'reach_api_host',
  'user-hosts': 'reach_user_hosts',
  endpoint: 'reach_endpoint',
  method: 'reach_method',
  header: 'reach_header',
  body: 'reach_body',
  cookies: 'reach_cookies',
  storage: 'reach_storage',
  'page-world': 'reach_page_world',
  page: 'reach_page',
  data: 'reach_data',
};

const PUBLISHED = { same: 'same_fields', differs: 'reads_otherwise' } as const;

const PACKAGED = { same: 'same_as_built_in', differs: 'differs_from_built_in' } as const;

function comparedFields(
  words: Words,
  before: Definition | undefined,
  after: Definition,
  { same, differs }: Readonly<Record<'same' | 'differs', TextKey>> = PUBLISHED,
): Html {
  const changes = changedFields(before, after);
  if (changes.length === 0) return html`<p>${words.text(same)}</p>`;
  return html`<h3>${words.text(before === undefined ? 'reads' : differs)}</h3>
    <ul>
      ${changes.map((change) => html`<li><span dir="ltr">${fieldText(words, change)}</span></li>`)}
    </ul>`;
}

function fieldText(words: Words, { field, before, after }: ChangedField): string {
  const now = `${field}: ${after.join(' → ') || words.text('not_read')}`;
  return before.length === 0 ? now : `${now}; ${words.text('before', before.join(' → '))}`;
}

/** The evidence stated by the author, on which the grade in the list depends. */
function evidenceList(words: Words, evidence: ConnectorEvidence[]): Html | string {
  if (evidence.length === 0) return '';
  return html`<h3>${words.text('stated_evidence')}</h3>
    <ul>
      ${evidence.map(({ source, kind, date, fields }) => {
        return html`<li>${date}, ${kind}, ${fields.join(', ')}: ${source}</li>`;
      })}
    </ul>`;
}

function wordList(words: Words, doubtful: string[]): Html {
  if (doubtful.length === 0) return html`<p>${words.text('no_personal_word')}</p>`;
  return html`<p class="notice bad">${words.text('personal_words', doubtful.join(' · '))}</p>`;
}

/**
 * The saved pages of a submission and their expected values. `isReplayed`: `content/replay` fills a column
 * with the values that are read.
 */
function savedPages(words: Words, { id, cases }: ConnectorRow, isReplayed: boolean): Html {
  if (cases.length === 0) return html`<p class="notice bad">${words.text('no_saved_page')}</p>`;
  const tables = cases.map((one) => caseTable(words, one, isReplayed));
  return html`<h3>${words.text('saved_pages')}</h3>
    <p class="soft">${words.text('saved_pages_about')}</p>
    ${isReplayed ? replayed(words, id, tables) : tables}`;
}

function replayed(words: Words, id: string, tables: Html[]): Html {
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

/** The table of a case. It has one `tbody` for each step. */
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

/** The values that a case expects, by the field names that src/content/replay uses too. */
function expectedValues({ item, ...others }: CaseExpectation): Readonly<Record<string, unknown>> {
  return { ...item, ...others };
}

function textOf(value: unknown): string {
  if (value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const MOST_WORDS = 20;

const LONGEST_TEXT = 2_000;

/** Words that look like an e-mail address, a token or an account number; at most `MOST_WORDS`. */
function personalWords(value: unknown): string[] {
  const found = new Set<string>();
  for (const text of textsIn(value)) {
    for (const word of text.split(/[\s"'<>]+/)) {
      if (found.size === MOST_WORDS) return [...found];
      if (redactText(word) !== word.slice(0, LONGEST_TEXT) || isSecret(word)) found.add(word.slice(0, 80));
    }
  }
  return [...found];
}

/** Whether a word looks secret. Long words of a path or a selector have several parts and are no secrets. */
function isSecret(word: string): boolean {
  return /^[\w-]+$/.test(word) && looksSecret(word);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
