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
import type { Html } from './layout';

/** What a submission changes, in words: what it reaches and reads otherwise, its cases, doubtful words. */
export function describeSubmission(row: ConnectorRow, published: unknown): Html {
  const definition = definitionIn(row.definition);
  if (definition === undefined) return html`<p class="whole notice bad">The definition can’t be read.</p>`;
  const before = definitionIn(published);
  return html`<div class="whole">
    ${reachList(before, definition)} ${fieldList(changedFields(before, definition), before)}
    ${caseList(row.cases)} ${evidenceList(evidenceIn(row.definition))}
    ${wordList(personalWords([row.definition, row.cases]))}
  </div>`;
}

function definitionIn(value: unknown): Definition | undefined {
  const parsed = parseDefinition(value);
  return parsed.ok ? parsed.definition : undefined;
}

function reachList(before: Definition | undefined, definition: Definition): Html {
  const added = new Set(newReach(before, definition).map(textOf));
  const lines = reachOf(definition).map(textOf);
  return html`<h3>What it reaches</h3>
    <ul>
      ${lines.map((line) => html`<li>${line}${before !== undefined && added.has(line) ? NEW : ''}</li>`)}
    </ul>`;
}

const NEW = html` <strong>new</strong>`;

function textOf({ kind, value }: Reach): string {
  return `${REACHES[kind]} ${value}`;
}

const REACHES: Readonly<Record<Reach['kind'], string>> = {
  host: 'Reads pages of',
  frame: 'Reads frames of',
  'api-host': 'Asks the host',
  'user-hosts': 'Reads pages of hosts that people add:',
  endpoint: 'Asks the address',
  method: 'Sends by',
  header: 'Sends the header',
  body: 'Sends',
  cookies: 'Sends the cookies of the person to',
  storage: 'Reads from the storage of the page:',
  'page-world': 'Reads from the scripts of the page:',
};

function fieldList(changes: readonly ChangedField[], before: Definition | undefined): Html {
  if (changes.length === 0) return html`<p>It reads the same fields as the published version.</p>`;
  return html`<h3>${before === undefined ? 'What it reads' : 'What it reads otherwise'}</h3>
    <ul>
      ${changes.map(({ field, before: old, after }) => html`<li>${fieldText(field, old, after)}</li>`)}
    </ul>`;
}

function fieldText(field: string, before: readonly string[], after: readonly string[]): string {
  const now = after.join(', then ') || 'not read any more';
  return before.length === 0 ? `${field}: ${now}` : `${field}: ${now}; before: ${before.join(', then ')}`;
}

function caseList(cases: readonly SubmittedCase[]): Html {
  if (cases.length === 0)
    return html`<p class="notice bad">It has no saved page, so it can be accepted but not published.</p>`;
  return html`<h3>Saved pages</h3>
    <p class="soft">Every installation replays them and takes the connector only if all are read.</p>
    <ul>
      ${cases.map((one) => html`<li>${one.name}: ${one.case.about} ${expectedOf(one)}</li>`)}
    </ul>`;
}

function expectedOf({ case: { expect } }: SubmittedCase): string {
  const item = Object.entries(expect.item ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return item.length === 0 ? '' : `– ${item.join(', ')}`;
}

/** What the author says it was compared with: the grade in the list depends on it. */
function evidenceList(evidence: readonly Evidence[]): Html | string {
  if (evidence.length === 0) return '';
  return html`<h3>Evidence that the author states</h3>
    <ul>
      ${evidence.map(({ source, kind, date, fields }) => {
        return html`<li>${date}, ${kind}, ${fields.join(', ')}: ${source}</li>`;
      })}
    </ul>`;
}

function wordList(words: readonly string[]): Html {
  if (words.length === 0) return html`<p>No word looks like personal data.</p>`;
  return html`<p class="notice bad">These words may be personal data: ${words.join(' · ')}</p>`;
}
