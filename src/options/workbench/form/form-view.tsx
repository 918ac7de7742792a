import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import type { Trial } from '../../../protocol/workbench';
import { fieldKey } from '../../../ui/text/evidence-text';
import { valueAt } from '../../../core/workbench/draft-history';
import { pageIndex, type DraftReading } from '../draft/draft-text';
import { ProblemList } from '../draft/problem-list';
import type { OpenDraft, DraftPath } from '../draft/use-draft';
import type { Picker } from '../teach/use-picker';
import { FormSources } from './form-sources';
import { listAt, SlotField } from './slot-field';
import type { Slot } from './source-shapes';

const ITEM_FIELDS = [
  'seriesTitle',
  'seasonNumber',
  'episodeNumber',
  'episodeTitle',
  'title',
  'year',
  'type',
] as const;
const ID_FIELDS = ['tmdb', 'imdb', 'tvdb', 'episodeTmdb', 'site'] as const;

/** Paths, below the page, of the sources that decide whether and how the page counts. */
const CONDITION_PATHS = [
  ['gate'],
  ['identity'],
  ['player', 'ad'],
  ['player', 'live'],
  ['player', 'trailer'],
  ['player', 'clock', 'position'],
  ['player', 'clock', 'duration'],
] as const;

type FormViewProps = Readonly<{
  draft: OpenDraft;
  reading: DraftReading;
  trial: Trial | undefined;
  picker: Picker;
}>;

/** The draft as a form. A text that is not JSON can be changed only in the JSON view. */
export function FormView({ draft, reading, trial, picker }: FormViewProps): JSX.Element {
  const [chosen, setChosen] = useState<number>();
  if (reading.state === 'broken') return <p class="note bad">{text('workbench_form_broken')}</p>;
  const { value } = reading;
  const pages = listAt(value, ['pages']);
  const page = Math.min(chosen ?? pageIndex(value, trial?.page), Math.max(0, pages.length - 1));
  const part: FormPartProps = { draft, value, trial, picker, page: ['pages', page] };
  return (
    <div class="stack form">
      {reading.state === 'wrong' && (
        <div class="note bad" role="alert">
          <p>{text('workbench_wrong')}</p>
          <ProblemList problems={reading.problems} most={6} class="bullets small" />
        </div>
      )}
      <AboutPart {...part} />
      {pages.length > 1 && <PageSelect pages={pages} value={page} onChange={setChosen} />}
      <MatchPart {...part} />
      <ItemPart {...part} />
      <PlayerPart {...part} />
    </div>
  );
}

interface FormPartProps extends Pick<FormViewProps, 'draft' | 'trial' | 'picker'> {
  readonly value: unknown;
  /** Path of the page that is edited. */
  readonly page: DraftPath;
}

function AboutPart({ draft, value }: FormPartProps): JSX.Element {
  const label = text('workbench_about');
  return (
    <section class="card stack">
      <h3>{label}</h3>
      <FormSlots
        draft={draft}
        value={value}
        base={[]}
        label={label}
        types={{ name: 'text', id: 'text', hosts: 'list' }}
      />
    </section>
  );
}

function MatchPart({ draft, value, page }: FormPartProps): JSX.Element {
  const label = text('workbench_match');
  return (
    <section class="card stack">
      <h3>{label}</h3>
      <p class="small muted">{text('workbench_match_hint')}</p>
      <FormSlots
        draft={draft}
        value={value}
        base={[...page, 'match']}
        label={label}
        types={{ path: 'text', query: 'json', hash: 'text', exclude: 'json' }}
      />
    </section>
  );
}

function ItemPart({ page, ...rest }: FormPartProps): JSX.Element {
  return (
    <section class="card stack">
      <h3>{text('workbench_fields')}</h3>
      <p class="small muted">{text('workbench_fields_hint')}</p>
      {ITEM_FIELDS.map((field) => (
        <FormSources
          key={field}
          {...rest}
          path={[...page, 'item', field]}
          label={text(fieldKey(field))}
          pickedAs={field}
        />
      ))}
      <details>
        <summary class="small">{text('workbench_ids')}</summary>
        <div class="stack">
          {ID_FIELDS.map((field) => (
            <FormSources key={field} {...rest} path={[...page, 'item', 'ids', field]} label={field} />
          ))}
        </div>
      </details>
    </section>
  );
}

function PlayerPart({ page, ...rest }: FormPartProps): JSX.Element {
  const label = text('workbench_player');
  return (
    <section class="card stack">
      <h3>{label}</h3>
      <FormSlots
        draft={rest.draft}
        value={rest.value}
        base={[...page, 'player']}
        label={label}
        types={{ video: 'json', exclude: 'json', minDuration: 'number', shadow: 'flag', inFrame: 'flag' }}
      />
      <details>
        <summary class="small">{text('workbench_gates')}</summary>
        <div class="stack">
          {CONDITION_PATHS.map((path) => (
            <FormSources
              key={path.join('.')}
              {...rest}
              path={[...page, ...path]}
              label={path.join('.').replace(/^player\./, '')}
            />
          ))}
        </div>
      </details>
    </section>
  );
}

/** Chooses the page of a definition that is edited, by its kind. */
function PageSelect({
  pages,
  value,
  onChange,
}: Readonly<{
  pages: unknown[];
  value: number;
  onChange: (index: number) => void;
}>): JSX.Element {
  return (
    <div class="field">
      <label for="workbench-page">{text('workbench_page')}</label>
      <select
        id="workbench-page"
        value={String(value)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {pages.map((page, index) => (
          <option key={index} value={String(index)}>
            {kindOfPage(page) ?? index}
          </option>
        ))}
      </select>
    </div>
  );
}

function kindOfPage(page: unknown): string | undefined {
  const kind = valueAt(page, ['kind']);
  return typeof kind === 'string' ? kind : undefined;
}

/** Fields for plain values of a definition below a path, by their names and types. */
function FormSlots({
  draft,
  value,
  base,
  label,
  types,
}: Readonly<{
  draft: OpenDraft;
  value: unknown;
  base: DraftPath;
  label: string;
  types: Readonly<Record<string, Slot['type']>>;
}>): JSX.Element {
  return (
    <div class="slots-grid">
      {Object.entries(types).map(([key, type]) => {
        const path = [...base, key];
        return (
          <SlotField
            key={path.join('.')}
            slot={{ key, type }}
            value={valueAt(value, path)}
            label={label}
            onChange={(next) => draft.set(path, next)}
          />
        );
      })}
    </div>
  );
}
