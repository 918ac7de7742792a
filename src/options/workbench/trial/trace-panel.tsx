import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import type { TracedSource } from '../../../protocol/workbench';
import type { TrialView } from './use-trial';

/** Everything that was tried, and at the bottom the exact bodies that would go to the tracker. Nothing goes while a draft is tried. */
export function TracePanel({
  view: { trial, bodies },
  hasTab,
}: {
  readonly view: TrialView;
  readonly hasTab: boolean;
}): JSX.Element {
  if (!hasTab) return <p class="muted">{text('workbench_trace_no_tab')}</p>;
  if (trial === undefined)
    return (
      <p class="muted" role="status">
        {text('common_loading')}
      </p>
    );
  return (
    <>
      <p class="small muted">{text('workbench_trace_hint')}</p>
      {trial.page === undefined && (
        <p class="note wait">
          {text('workbench_verdict_other_page')} <code dir="ltr">{trial.url.slice(0, 200)}</code>
        </p>
      )}
      {trial.trace.length > 0 && (
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
              {trial.trace.map((entry) => (
                <Row key={`${entry.field} ${entry.index}`} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {trial.reading !== undefined && (
        <Body title={text('workbench_identity')} value={trial.reading.identity} />
      )}
      {trial.playback !== undefined && <Body title={text('workbench_playback')} value={trial.playback} />}
      {bodies !== undefined && <Body title="POST /media/resolve" value={bodies.resolve} />}
      {bodies?.scrobble !== undefined && (
        <Body
          title="POST /scrobble"
          value={bodies.scrobble}
          note={bodies.complete ? undefined : text('workbench_ids_later')}
        />
      )}
    </>
  );
}

const tones = { hit: 'good', remembered: 'good', refused: 'bad', miss: '' } as const;

function Row({
  entry: { field, index, outcome, raw, transforms, guards, value },
}: {
  readonly entry: TracedSource;
}): JSX.Element {
  return (
    <tr>
      <td>
        <code dir="ltr">
          {field.replace(/^item\./, '')}[{index}]
        </code>{' '}
        <span class={`tag ${tones[outcome]}`}>{text(`workbench_outcome_${outcome}`)}</span>
      </td>
      <td class="small">
        <bdi>{raw ?? '–'}</bdi>
      </td>
      <td class="small">
        {transforms.map((step, at) => (
          <span key={at} class="step-line">
            <code dir="ltr">{step.name}</code> → <bdi>{step.value ?? '–'}</bdi>
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

function Body({
  title,
  value,
  note,
}: {
  readonly title: string;
  readonly value: unknown;
  readonly note?: string | undefined;
}): JSX.Element {
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
