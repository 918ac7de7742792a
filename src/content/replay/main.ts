import type { Definition } from '../../protocol/definition/definition';
import type { SubmittedCase } from '../../protocol/tracker/connector-submission';
import { runSteps, type StepRun } from '../picker/cases/run-case';

async function replayAll(): Promise<void> {
  // One submission after the other: each replay occupies the page.
  // oxlint-disable-next-line no-await-in-loop
  for (const place of document.querySelectorAll<HTMLElement>('[data-replay]')) await replaySubmission(place);
}

void replayAll();

/** What the service sends for a replay; it has validated both. */
type ReplayedSubmission = Readonly<{
  definition: Definition;
  cases: SubmittedCase[];
}>;

/**
 * Replays the saved pages of one submission. The service has drawn the tables with the expected values; this
 * fills the column beside them. Texts are in the data attributes of `place`.
 */
async function replaySubmission(place: HTMLElement): Promise<void> {
  const { replay = '', passed, differs, failed } = place.dataset;
  const outcome = place.querySelector('[role=status]');
  try {
    const { definition, cases } = await load(replay);
    let isAsExpected = true;
    for (const [index, one] of cases.entries()) {
      const table = place.querySelectorAll('table')[index];
      // Beside a page that cannot be read the others still show what was read.
      // oxlint-disable-next-line no-await-in-loop
      const steps = await runSteps(definition, one.case, one.html, one.pages).catch(() => undefined);
      if (table !== undefined) fill(table, steps ?? []);
      isAsExpected &&= steps?.every((step) => step.differs.length === 0) === true;
    }
    conclude(outcome, isAsExpected, isAsExpected ? passed : differs);
  } catch {
    conclude(outcome, false, failed);
  }
}

async function load(address: string): Promise<ReplayedSubmission> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as ReplayedSubmission;
}

function conclude(outcome: Element | null, isGood: boolean, text = ''): void {
  outcome?.classList.add(isGood ? 'good' : 'bad');
  outcome?.replaceChildren(text);
}

/** One table body for each step; a step that could not be run gives nothing. */
function fill(table: HTMLTableElement, steps: StepRun[]): void {
  for (const [index, body] of [...table.tBodies].entries()) {
    const step = steps[index];
    const read = step === undefined ? {} : valuesOf(step);
    for (const name of step?.differs ?? []) if (rowOf(body, name) === undefined) addRow(body, name);
    for (const row of body.rows) {
      const { field } = row.dataset;
      if (field !== undefined) write(row, textOf(read[field]), isDifferent(step, field));
    }
  }
}

function isDifferent(step: StepRun | undefined, field: string): boolean {
  return step === undefined || step.differs.includes(field);
}

/** The values that were read, under the names that an expectation uses. */
function valuesOf({ item, kind, observed, identity }: StepRun): Readonly<Record<string, unknown>> {
  const { reading, gate, playback } = observed ?? {};
  const player = playback && {
    position: Math.round(playback.position * 100) / 100,
    duration: Number.isFinite(playback.duration) ? playback.duration : 'Infinity',
    state: playback.state,
  };
  return { ...item, page: kind, gate, degraded: reading?.degraded, player, identity };
}

function rowOf(body: HTMLTableSectionElement, name: string): HTMLTableRowElement | undefined {
  return [...body.rows].find((row) => row.dataset['field'] === name);
}

/** Adds a row for a field that was read but not expected. */
function addRow(body: HTMLTableSectionElement, name: string): void {
  const row = body.insertRow();
  row.dataset['field'] = name;
  const head = document.createElement('th');
  head.scope = 'row';
  head.dir = 'ltr';
  head.append(name);
  row.append(head, document.createElement('td'), document.createElement('td'));
}

function write(row: HTMLTableRowElement, text: string, isDifferent: boolean): void {
  const cell = row.cells[2];
  if (cell === undefined) return;
  cell.dir = 'auto';
  cell.textContent = isDifferent ? `≠ ${text}` : text;
  row.classList.toggle('differs', isDifferent);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
