import type { ComponentChildren, JSX } from 'preact';
import type { Item } from '../../../core/media/item';
import { valueAt } from '../../../core/workbench/draft-history';
import { taughtFields, type TaughtField } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import { clock } from '../../../ui/text/format';
import { pageIndex } from '../draft/draft-fields';
import type { DraftReading } from '../draft/read-draft';
import type { OpenDraft } from '../draft/use-draft';
import type { TrialView } from '../trial/use-trial';
import { TaughtFieldRow } from './taught-field-row';
import type { Picker } from './use-picker';
import { Verdict } from './verdict';

interface TeachPanelProps {
  readonly draft: OpenDraft;
  readonly reading: DraftReading;
  readonly trial: TrialView;
  readonly tabId: number | undefined;
  readonly picker: Picker;
  readonly children: ComponentChildren;
}

/** The simple view of a draft: what is read from the page, what is missing, and how to point at it. */
export function TeachPanel(props: TeachPanelProps): JSX.Element {
  const { draft, reading, tabId, picker, children } = props;
  const { trial } = props.trial;
  const value = reading.state === 'broken' ? undefined : reading.value;
  const item = (trial?.reading?.item ?? {}) as Partial<Item>;
  const name = valueAt(value, ['name']);
  const page = pageIndex(value, trial?.page);
  return (
    <section class="card stack teach">
      <div class="row spread">
        <h2>
          <bdi>{typeof name === 'string' ? name : text('workbench_unnamed')}</bdi>
        </h2>
        <Verdict reading={reading} trial={tabId === undefined ? undefined : trial} />
      </div>
      <dl class="readings">
        {fieldsFor(item, value, page).map((field) => (
          <TaughtFieldRow
            key={field}
            field={field}
            found={item[field]}
            tried={trial !== undefined}
            canPick={tabId !== undefined}
            path={['pages', page, 'item', field]}
            draft={draft}
            value={value}
            picker={picker}
          />
        ))}
      </dl>
      {trial?.playback !== undefined && (
        <p class="small muted">
          {text('workbench_playing', clock(trial.playback.position), clock(trial.playback.duration))}
        </p>
      )}
      {children}
    </section>
  );
}

/**
 * The fields of a film or of an episode; both until the type is read, except those of a film for a draft with
 * a series.
 */
function fieldsFor({ type }: Partial<Item>, value: unknown, page: number): readonly TaughtField[] {
  const hasSeries = valueAt(value, ['pages', page, 'item', 'seriesTitle']) !== undefined;
  const isFilm = type === 'movie' || (type === undefined && !hasSeries);
  return taughtFields.filter((field) => {
    if (field === 'title' || field === 'year') return isFilm;
    return field === 'seriesTitle' || !isFilm || type === undefined;
  });
}
