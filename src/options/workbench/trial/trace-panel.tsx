import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import type { TracedSource, Trial } from '../../../protocol/workbench';
import { Loading } from '../../../ui/components/loading';
import type { TrialView } from './use-trial';
import { isReadable, type Item } from '../../../core/media/item';
import type { Media } from '../../../core/media/media';
import { defined } from '../../../core/values/defined';
import { resolveRequest } from '../../../protocol/tracker/resolve-request';
import { scrobbleInput } from '../../../protocol/tracker/media-requests';

/**
 * Shows every source that was tried, and the exact request bodies for the tracker. A trial records nothing.
 */
export function TracePanel({
  view: { trial, match },
  hasTab,
}: Readonly<{
  view: TrialView;
  hasTab: boolean;
}>): JSX.Element {
  if (!hasTab) return <p class="muted">{text('workbench_trace_no_tab')}</p>;
  if (trial === undefined) return <Loading />;
  const bodies = planBodies(trial, match?.state === 'matched' ? match.media : undefined);
  return (
    <>
      <p class="small muted">{text('workbench_trace_live')}</p>
      {trial.page === undefined && (
        <p class="note wait">
          {text('workbench_verdict_other_page')} <code dir="ltr">{trial.url.slice(0, 200)}</code>
        </p>
      )}
      {trial.trace.length > 0 && <TraceTable trace={trial.trace} />}
      {trial.reading !== undefined && (
        <Value title={text('workbench_identity')} value={trial.reading.identity} />
      )}
      {trial.playback !== undefined && <Value title={text('workbench_playback')} value={trial.playback} />}
      {bodies !== undefined && <PlannedBodies bodies={bodies} />}
    </>
  );
}

function TraceTable({ trace }: Pick<Trial, 'trace'>): JSX.Element {
  return (
    <div class="scroll trace" tabIndex={0} role="region" aria-label={text('workbench_view_trace')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('workbench_trace_source')}</th>
            <th scope="col">{text('workbench_trace_raw')}</th>
            <th scope="col">{text('workbench_trace_value')}</th>
          </tr>
        </thead>
        <tbody>
          {trace.map((entry) => (
            <Row key={`${entry.field} ${entry.index}`} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TONES = { hit: 'good', remembered: 'good', refused: 'bad', miss: '' } as const;

function Row({
  entry: { field, index, outcome, raw, transforms, guards, value },
}: Readonly<{
  entry: TracedSource;
}>): JSX.Element {
  return (
    <tr>
      <td>
        <code dir="ltr">
          {field.replace(/^item\./, '')}[{index}]
        </code>{' '}
        <span class={`tag ${TONES[outcome]}`}>{text(`workbench_outcome_${outcome}`)}</span>
      </td>
      <td class="small">
        <bdi>{raw ?? '–'}</bdi>
      </td>
      <td class="small">
        {transforms.map((step, at) => (
          <span key={at} class="step-line">
            <code dir="ltr">{step.name}</code> <span class="arrow">→</span> <bdi>{step.value ?? '–'}</bdi>
          </span>
        ))}
        {guards.map((guard, at) => (
          <span key={at} class="step-line">
            {text(guard.passed ? 'workbench_guard_passed' : 'workbench_guard_failed')}{' '}
            <bdi>{guard.seen ?? '–'}</bdi>
          </span>
        ))}
        <strong>
          <bdi>{value ?? '–'}</bdi>
        </strong>
      </td>
    </tr>
  );
}

function PlannedBodies({
  bodies: { resolve, scrobble, complete },
}: Readonly<{
  bodies: Bodies;
}>): JSX.Element {
  return (
    <>
      <Value title="POST /media/resolve" value={resolve} />
      {scrobble !== undefined && (
        <Value
          title="POST /scrobble"
          value={scrobble}
          note={complete ? undefined : text('workbench_ids_later')}
        />
      )}
    </>
  );
}

function Value({
  title,
  value,
  note,
}: Readonly<{
  title: string;
  value: unknown;
  note?: string | undefined;
}>): JSX.Element {
  return (
    <figure class="stack tight">
      <figcaption class="label" dir="auto">
        {title}
      </figcaption>
      <pre class="code" dir="ltr" tabIndex={0}>
        {typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}
      </pre>
      {note !== undefined && <p class="small muted">{note}</p>}
    </figure>
  );
}

/** The request bodies that a reading would lead to. */
type Bodies = Readonly<{
  resolve: Readonly<Record<string, unknown>>;
  scrobble?: Readonly<Record<string, unknown>>;
  /** Whether `scrobble` has its ids, which come from the matched media. */
  complete: boolean;
}>;

/**
 * The requests that a reading would lead to. Nothing is sent. `undefined`: no item was read. `media`: the
 * title that the item is matched to.
 */
export function planBodies(
  { reading, playback }: Pick<Trial, 'reading' | 'playback'>,
  media: Media | undefined,
): Bodies | undefined {
  const item = reading?.item as Partial<Item> | undefined;
  if (item === undefined || !isReadable(item)) return undefined;
  const { type, seasonNumber, episodeNumber } = item;
  const planned: Media = media ?? { type, ...defined({ seasonNumber, episodeNumber }) };
  const scrobble =
    playback && scrobbleInput(planned, Math.floor(playback.position), Math.round(playback.duration));
  return {
    resolve: { ...resolveRequest(item) },
    complete: media !== undefined,
    ...defined({ scrobble: scrobble && { ...scrobble } }),
  };
}
