import type { ComponentChildren, JSX } from 'preact';
import { isReadable, type Item } from '../../../core/media/item';
import { valueAt } from '../../../core/workbench/draft-history';
import { taughtFields } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import { clock } from '../../../ui/text/format';
import type { DraftReading } from '../draft/read-draft';
import { Proposals } from './proposals';
import type { OpenDraft } from '../draft/use-draft';
import type { Picker } from './use-picker';
import type { TrialView } from '../trial/use-trial';

interface TeachPanelProps {
  readonly draft: OpenDraft;
  readonly reading: DraftReading;
  readonly trial: TrialView;
  readonly tabId: number | undefined;
  readonly picker: Picker;
  readonly children: ComponentChildren;
}

/** For everybody: what is read from the page, what is missing, and how to point at it. */
export function TeachPanel({ draft, reading, trial, tabId, picker, children }: TeachPanelProps): JSX.Element {
  const value = reading.state === 'broken' ? undefined : reading.value;
  const item = (trial.trial?.reading?.item ?? {}) as Partial<Item>;
  const name = valueAt(value, ['name']);
  const page = pageIndex(value, trial.trial?.page);
  const isFilm =
    item.type === 'movie' ||
    (item.type === undefined && valueAt(value, ['pages', page, 'item', 'seriesTitle']) === undefined);
  const fields = taughtFields.filter((field) =>
    field === 'title' || field === 'year'
      ? isFilm
      : field === 'seriesTitle' || !isFilm || item.type === undefined,
  );
  const take = (field: string, source: unknown) => {
    const path = ['pages', page, 'item', field];
    const before = valueAt(value, path);
    draft.set(
      path,
      [
        source,
        ...(Array.isArray(before)
          ? (before as unknown[]).filter((one) => JSON.stringify(one) !== JSON.stringify(source))
          : []),
      ].slice(0, 12),
    );
    picker.clear();
  };
  return (
    <section class="card stack teach">
      <div class="row spread">
        <h2>
          <bdi>{typeof name === 'string' ? name : text('workbench_unnamed')}</bdi>
        </h2>
        <Verdict reading={reading} trial={trial} item={item} hasTab={tabId !== undefined} />
      </div>
      <dl class="readings">
        {fields.map((field) => (
          <div key={field} class="reading">
            <dt>{text(`workbench_field_${snake(field)}`)}</dt>
            <dd dir="auto" class={item[field] === undefined ? 'muted' : ''}>
              {item[field] ?? text(trial.trial === undefined ? 'workbench_not_tried' : 'workbench_not_found')}
            </dd>
            <dd>
              {tabId !== undefined && (
                <button
                  type="button"
                  class="button small"
                  aria-label={text('workbench_point_at', text(`workbench_field_${snake(field)}`))}
                  disabled={picker.waiting !== undefined}
                  onClick={() => picker.start(field)}
                >
                  {text(picker.waiting === field ? 'workbench_pointing' : 'workbench_point')}
                </button>
              )}
            </dd>
            {picker.picked?.field === field && (
              <dd class="whole">
                <Proposals
                  picked={picker.picked}
                  groups={groupNames(value)}
                  onTake={(source) => take(field, source)}
                  onCancel={() => picker.clear()}
                />
              </dd>
            )}
          </div>
        ))}
      </dl>
      {trial.trial?.playback !== undefined && (
        <p class="small muted">
          {text(
            'workbench_playing',
            clock(trial.trial.playback.position),
            clock(trial.trial.playback.duration),
          )}
        </p>
      )}
      {children}
    </section>
  );
}

function Verdict({
  reading,
  trial,
  item,
  hasTab,
}: {
  readonly reading: DraftReading;
  readonly trial: TrialView;
  readonly item: Partial<Item>;
  readonly hasTab: boolean;
}): JSX.Element | null {
  if (reading.state !== 'good') return <span class="tag bad">{text('workbench_verdict_wrong')}</span>;
  if (!hasTab || trial.trial === undefined) return null;
  const { page, playback, gate, reading: read } = trial.trial;
  if (page === undefined) return <span class="tag wait">{text('workbench_verdict_other_page')}</span>;
  if (gate !== undefined || read?.gated === true)
    return <span class="tag wait">{text('workbench_verdict_gate')}</span>;
  if (!isReadable(item) || read?.degraded === true)
    return <span class="tag wait">{text('workbench_verdict_missing')}</span>;
  if (playback === undefined) return <span class="tag wait">{text('workbench_verdict_play')}</span>;
  return <span class="tag good">{text('workbench_verdict_good')}</span>;
}

/** Which page of the definition is meant: the one that is open, else the first. */
export function pageIndex(value: unknown, kind: string | undefined): number {
  const pages = valueAt(value, ['pages']);
  const found = Array.isArray(pages) ? pages.findIndex((page) => valueAt(page, ['kind']) === kind) : -1;
  return Math.max(0, found);
}

/** `episodeTitle` is the text `…_episode_title`. */
export function snake(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The names that templates of this draft may use. */
export function groupNames(value: unknown): readonly string[] {
  return [...JSON.stringify(valueAt(value, ['pages']) ?? []).matchAll(/\(\?<([A-Za-z]\w*)>/g)].map(
    ([, name = '']) => name,
  );
}
