import type { JSX } from 'preact';
import { ladderOf, type Status } from '../../core/status/status';
import { text } from '../../platform/browser/i18n';
import { Icon } from '../../ui/components/icon';
import { statusSentence } from '../../platform/browser/status-sentence';
import { textKey } from '../../core/text/text-key';

/**
 * "Why isn't this being recorded?": the conditions for recording in their order. The first that fails shows
 * the sentence of the status.
 */
export function Ladder({
  status,
  confidence,
  open,
}: {
  readonly status: Status;
  /** From 0 to 1. */
  readonly confidence?: number;
  readonly open: boolean;
}): JSX.Element {
  const recorded = status.kind === 'scrobbling' || status.kind === 'watched';
  return (
    <details class="ladder" open={open}>
      <summary>{text(recorded ? 'ladder_how' : 'ladder_why')}</summary>
      <ol>
        {ladderOf(status).map(({ rung, state }) => (
          <li key={rung} class={state}>
            <Icon name={state === 'done' ? 'tick' : state} size={16} />
            <span class="hidden">{text(`ladder_${state}`)}: </span>
            <span>
              {text(textKey(state === 'here' ? 'rung_not' : 'rung', rung))}
              {rung === 'match' && state === 'done' && confidence !== undefined && (
                <span class="muted"> ({text('now_confidence', Math.round(confidence * 100))})</span>
              )}
              {state === 'here' && <span class="reason">{statusSentence(status)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
