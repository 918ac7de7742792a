import { html } from 'hono/html';
import { changedFields, type ChangedField } from '../../protocol/definition/changed-fields';
import { parseDefinition } from '../../protocol/definition/parse-definition';
import { newReach, reachOf, type Reach } from '../../protocol/definition/reach';
import type { Definition } from '../../protocol/definition/definition';
import type { Evidence } from '../../protocol/grade/evidence';
import type { SubmittedCase } from '../../protocol/tracker/connector-submission';
import { evidenceIn } from '../releases/grade-release';
import { personalWords } from '../releases/personal-words';
import type { ConnectorRow } from '../store/connectors';
import type { TextKey } from '../texts/languages';
import type { Words } from '../texts/words';
import type { Html } from './layout';

/** What a submission changes, in words: what it reaches and reads otherwise, its cases, doubtful words. */
export function describeSubmission(words: Words, row: ConnectorRow, published: unknown): Html {
  const definition = definitionIn(row.definition);
  if (definition === undefined)
    return html`<p class="whole notice bad">${words.text('definition_unreadable')}</p>`;
  const before = definitionIn(published);
  return html`<div class="whole">
    ${reachList(words, before, definition)} ${fieldList(words, changedFields(before, definition), before)}
    ${caseList(words, row.cases)} ${evidenceList(words, evidenceIn(row.definition))}
    ${wordList(words, personalWords([row.definition, row.cases]))}
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
};

function fieldList(words: Words, changes: readonly ChangedField[], before: Definition | undefined): Html {
  if (changes.length === 0) return html`<p>${words.text('same_fields')}</p>`;
  return html`<h3>${words.text(before === undefined ? 'reads' : 'reads_otherwise')}</h3>
    <ul>
      ${changes.map((change) => html`<li dir="ltr">${fieldText(words, change)}</li>`)}
    </ul>`;
}

function fieldText(words: Words, { field, before, after }: ChangedField): string {
  const now = `${field}: ${after.join(' → ') || words.text('not_read')}`;
  return before.length === 0 ? now : `${now}; ${words.text('before', before.join(' → '))}`;
}

function caseList(words: Words, cases: readonly SubmittedCase[]): Html {
  if (cases.length === 0) return html`<p class="notice bad">${words.text('no_saved_page')}</p>`;
  return html`<h3>${words.text('saved_pages')}</h3>
    <p class="soft">${words.text('saved_pages_about')}</p>
    <ul>
      ${cases.map((one) => html`<li>${one.name}: ${one.case.about} ${expectedOf(one)}</li>`)}
    </ul>`;
}

function expectedOf({ case: { expect } }: SubmittedCase): string {
  const item = Object.entries(expect.item ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return item.length === 0 ? '' : `– ${item.join(', ')}`;
}

/** What the author says it was compared with: the grade in the list depends on it. */
function evidenceList(words: Words, evidence: readonly Evidence[]): Html | string {
  if (evidence.length === 0) return '';
  return html`<h3>${words.text('stated_evidence')}</h3>
    <ul>
      ${evidence.map(({ source, kind, date, fields }) => {
        return html`<li>${date}, ${kind}, ${fields.join(', ')}: ${source}</li>`;
      })}
    </ul>`;
}

function wordList(words: Words, doubtful: readonly string[]): Html {
  if (doubtful.length === 0) return html`<p>${words.text('no_personal_word')}</p>`;
  return html`<p class="notice bad">${words.text('personal_words', doubtful.join(' · '))}</p>`;
}
