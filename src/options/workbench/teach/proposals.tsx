import type { JSX } from 'preact';
import type { Proposal, ProposalKind } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import type { Picked } from './use-picker';

interface ProposalsProps {
  readonly picked: Picked;
  /** Names that templates may use in this draft. */
  readonly groups: readonly string[];
  readonly onTake: (source: unknown) => void;
  readonly onCancel: () => void;
}

/** Ways to read what was pointed at, best first, each with what it gives now. */
export function Proposals({ picked, groups, onTake, onCancel }: ProposalsProps): JSX.Element {
  const fitting = picked.proposals.filter(({ source }) =>
    namesIn(source).every((name) => groups.includes(name)),
  );
  return (
    <div class="note stack">
      <p>
        {fitting.length === 0
          ? text('workbench_no_proposals')
          : text('workbench_proposals', picked.text.slice(0, 80))}
      </p>
      <ul class="stack tight">
        {fitting.slice(0, 6).map((proposal, index) => (
          <li key={JSON.stringify(proposal.source)}>
            <button type="button" class="proposal" onClick={() => onTake(proposal.source)}>
              <span class="grow">
                <strong dir="auto">{proposal.value}</strong>{' '}
                <span class="small muted">{text(families[proposal.kind])}</span>
              </span>
              {index === 0 && !proposal.fragile && <span class="tag good">{text('workbench_best')}</span>}
              {proposal.count > 1 && <span class="tag">{text('workbench_count', proposal.count)}</span>}
              {proposal.fragile && (
                <span class="tag bad" title={text('workbench_fragile_hint')}>
                  {text('workbench_fragile')}
                </span>
              )}
              <code class="whole small muted" dir="ltr">
                {describe(proposal)}
              </code>
            </button>
          </li>
        ))}
      </ul>
      <div>
        <button type="button" class="button small" onClick={onCancel}>
          {text('common_cancel')}
        </button>
      </div>
    </div>
  );
}

function describe({ source }: Proposal): string {
  const [kind, argument] = Object.entries(source)[0] ?? ['', ''];
  return `${kind}: ${typeof argument === 'string' ? argument : JSON.stringify(argument)}${'path' in source ? ` ${String(source['path'])}` : ''}`.slice(
    0,
    160,
  );
}

function namesIn(source: unknown): readonly string[] {
  return [...JSON.stringify(source).matchAll(/"(?:about|contains|equals)":"[^"]*\{([A-Za-z]\w*)\}/g)].map(
    ([, name = '']) => name,
  );
}

const families: Readonly<Record<ProposalKind, string>> = {
  'linked-data': 'workbench_from_data',
  'media-session': 'workbench_from_data',
  meta: 'workbench_from_data',
  'test-id': 'workbench_from_name',
  label: 'workbench_from_name',
  id: 'workbench_from_name',
  class: 'workbench_from_name',
  scan: 'workbench_from_shape',
  address: 'workbench_from_address',
  'document-title': 'workbench_from_title',
  path: 'workbench_from_place',
  'last-resort': 'workbench_from_place',
};
