import type { JSX } from 'preact';
import { ladderOf } from '../../core/status/status';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { Icon } from '../../ui/components/icon';
import { statusSentence } from '../../platform/browser/status-sentence';
import { textKey } from '../../core/text/text-key';
import { agreementText } from '../../ui/text/evidence-text';

/**
 * "Why isn't this being recorded?": the conditions for recording up to the first that fails, with the
 * sentence of the status. Of what is recorded, what has settled the match.
 */
export function Ladder({
  view: { status, media, evidence = [] },
}: {
  readonly view: Pick<TabView, 'status' | 'media' | 'evidence'>;
}): JSX.Element {
  const recorded = status.kind === 'scrobbling' || status.kind === 'watched';
  const agreement = media === undefined ? '' : agreementText(evidence, media);
  return (
    <details class="ladder">
      <summary>{text(recorded ? 'ladder_how' : 'ladder_why')}</summary>
      <ol>
        {ladderOf(status)
          .filter(({ state }) => state !== 'ahead')
          .map(({ rung, state }) => (
            <li key={rung} class={state}>
              <Icon name={state === 'done' ? 'tick' : state} size={16} />
              <span class="hidden">{text(`ladder_${state}`)}: </span>
              <span>
                {text(textKey(state === 'here' ? 'rung_not' : 'rung', rung))}
                {rung === 'match' && state === 'done' && agreement !== '' && (
                  <span class="reason">{agreement}</span>
                )}
                {state === 'here' && <span class="reason">{statusSentence(status)}</span>}
              </span>
            </li>
          ))}
      </ol>
    </details>
  );
}
