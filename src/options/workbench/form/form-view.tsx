import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { valueAt } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';
import type { Trial } from '../../../protocol/workbench';
import type { DraftReading } from '../draft/read-draft';
import { SlotField } from './slot-field';
import { SourceList } from './source-list';
import { pageIndex, snake } from '../teach/teach-panel';
import type { OpenDraft, Path } from '../draft/use-draft';
import type { Picker } from '../teach/use-picker';

const itemFields = [
  'seriesTitle',
  'seasonNumber',
  'episodeNumber',
  'episodeTitle',
  'title',
  'year',
  'type',
] as const;
const idFields = ['tmdb', 'imdb', 'tvdb', 'episodeTmdb'] as const;

interface FormViewProps {
  readonly draft: OpenDraft;
  readonly reading: DraftReading;
  readonly trial: Trial | undefined;
  readonly picker: Picker;
}

/** The same document as a form. While its text is no JSON there is nothing to show here. */
export function FormView({ draft, reading, trial, picker }: FormViewProps): JSX.Element {
  const value = reading.state === 'broken' ? undefined : reading.value;
  const [chosen, setChosen] = useState<number>();
  if (reading.state === 'broken') return <p class="note bad">{text('workbench_form_broken')}</p>;
  const pages = valueAt(value, ['pages']);
  const count = Array.isArray(pages) ? pages.length : 0;
  const page = Math.min(chosen ?? pageIndex(value, trial?.page), Math.max(0, count - 1));
  const base: Path = ['pages', page];
  const slot = (path: Path, type: 'text' | 'list' | 'number' | 'flag' | 'json', label: string) => (
    <SlotField
      key={path.join('.')}
      slot={{ key: String(path.at(-1)), type }}
      value={valueAt(value, path)}
      label={label}
      onChange={(next) => draft.set(path, next)}
    />
  );
  const sources = (path: Path, label: string, field?: string) => (
    <SourceList
      key={path.join('.')}
      draft={draft}
      value={value}
      path={path}
      label={label}
      traced={trial?.trace.filter((entry) => entry.field === tracedName(path)) ?? []}
      onPoint={field === undefined || picker.waiting !== undefined ? undefined : () => picker.start(field)}
    />
  );
  return (
    <div class="stack form">
      {reading.state === 'wrong' && (
        <div class="note bad" role="alert">
          <p>{text('workbench_wrong')}</p>
          <ul class="bullets small">
            {reading.problems.slice(0, 6).map(({ path, message }) => (
              <li key={`${path}${message}`}>
                <code dir="ltr">{path}</code> {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <section class="card stack">
        <h3>{text('workbench_about')}</h3>
        <div class="slots-grid">
          {slot(['name'], 'text', text('workbench_about'))}
          {slot(['id'], 'text', text('workbench_about'))}
          {slot(['hosts'], 'list', text('workbench_about'))}
        </div>
      </section>
      {count > 1 && (
        <div class="field">
          <label for="workbench-page">{text('workbench_page')}</label>
          <select
            id="workbench-page"
            value={String(page)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          >
            {(pages as unknown[]).map((one, index) => (
              <option key={index} value={String(index)}>
                {kindOf(one) ?? index}
              </option>
            ))}
          </select>
        </div>
      )}
      <section class="card stack">
        <h3>{text('workbench_match')}</h3>
        <p class="small muted">{text('workbench_match_hint')}</p>
        <div class="slots-grid">
          {slot([...base, 'match', 'path'], 'text', text('workbench_match'))}
          {slot([...base, 'match', 'query'], 'json', text('workbench_match'))}
          {slot([...base, 'match', 'hash'], 'text', text('workbench_match'))}
          {slot([...base, 'match', 'exclude'], 'json', text('workbench_match'))}
        </div>
      </section>
      <section class="card stack">
        <h3>{text('workbench_fields')}</h3>
        <p class="small muted">{text('workbench_fields_hint')}</p>
        {itemFields.map((field) =>
          sources([...base, 'item', field], text(`workbench_field_${snake(field)}`), field),
        )}
        <details>
          <summary class="small">{text('workbench_ids')}</summary>
          <div class="stack">{idFields.map((field) => sources([...base, 'item', 'ids', field], field))}</div>
        </details>
      </section>
      <section class="card stack">
        <h3>{text('workbench_player')}</h3>
        <div class="slots-grid">
          {slot([...base, 'player', 'video'], 'json', text('workbench_player'))}
          {slot([...base, 'player', 'exclude'], 'json', text('workbench_player'))}
          {slot([...base, 'player', 'minDuration'], 'number', text('workbench_player'))}
          {slot([...base, 'player', 'shadow'], 'flag', text('workbench_player'))}
          {slot([...base, 'player', 'inFrame'], 'flag', text('workbench_player'))}
        </div>
        <details>
          <summary class="small">{text('workbench_gates')}</summary>
          <div class="stack">
            {sources([...base, 'gate'], 'gate')}
            {sources([...base, 'identity'], 'identity')}
            {sources([...base, 'player', 'ad'], 'ad')}
            {sources([...base, 'player', 'live'], 'live')}
            {sources([...base, 'player', 'trailer'], 'trailer')}
            {sources([...base, 'player', 'clock', 'position'], 'clock.position')}
            {sources([...base, 'player', 'clock', 'duration'], 'clock.duration')}
          </div>
        </details>
      </section>
    </div>
  );
}

function kindOf(page: unknown): string | undefined {
  const kind = valueAt(page, ['kind']);
  return typeof kind === 'string' ? kind : undefined;
}

/** The name under which the reader traces what stands at a path: without the page. */
function tracedName(path: Path): string {
  return path.slice(2).join('.');
}
