import type { JSX } from 'preact';
import type { Proposal, ProposalKind } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import { namesIn } from '../draft/draft-text';
import type { Picked } from './use-picker';
import { plural } from '../../../ui/text/plural';

/** Maximum number of proposals shown. */
const MAX_PROPOSALS = 6;
/** Maximum length of the picked text that is shown, in characters. */
const MAX_TEXT = 80;
/** Maximum length of the description of a source, in characters. */
const MAX_DESCRIPTION = 160;

type ProposalsProps = Readonly<{
  picked: Picked;
  /** Capture groups that templates may use in this draft. Proposals with other names are left out. */
  groups: string[];
  onTake: (source: unknown) => void;
  onCancel: () => void;
}>;

/** Lists ways to read the picked element, best first, each with the value that it yields now. */
export function Proposals({ picked, groups, onTake, onCancel }: ProposalsProps): JSX.Element {
  const fitting = picked.proposals.filter(({ source }) =>
    namesIn(source).every((name) => groups.includes(name)),
  );
  return (
    <div class="note stack">
      <p>
        {fitting.length === 0
          ? text('workbench_no_proposals')
          : text('workbench_proposals', picked.text.slice(0, MAX_TEXT))}
      </p>
      <ul class="stack tight">
        {fitting.slice(0, MAX_PROPOSALS).map((proposal, index) => (
          <li key={JSON.stringify(proposal.source)}>
            <ProposalButton
              proposal={proposal}
              best={index === 0 && !proposal.fragile}
              onClick={() => onTake(proposal.source)}
            />
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

function ProposalButton({
  proposal,
  best,
  onClick,
}: Readonly<{
  proposal: Proposal;
  best: boolean;
  onClick: () => void;
}>): JSX.Element {
  return (
    <button type="button" class="proposal" onClick={onClick}>
      <span class="grow">
        <strong dir="auto">{proposal.value}</strong>{' '}
        <span class="small muted">{text(KIND_KEYS[proposal.kind])}</span>
      </span>
      {best && <span class="tag good">{text('workbench_best')}</span>}
      {proposal.count > 1 && <span class="tag">{plural('workbench_count', proposal.count)}</span>}
      {proposal.fragile && (
        <span class="tag bad" title={text('workbench_fragile_hint')}>
          {text('workbench_fragile')}
        </span>
      )}
      <code class="whole small muted" dir="ltr">
        {describe(proposal)}
      </code>
    </button>
  );
}

/** Kind, argument and path of the source: `jsonLd: ["TVEpisode"] $.name`. */
function describe({ source }: Proposal): string {
  const [kind, argument] = Object.entries(source)[0] ?? ['', ''];
  const shown = typeof argument === 'string' ? argument : JSON.stringify(argument);
  const path = 'path' in source ? ` ${String(source['path'])}` : '';
  return `${kind}: ${shown}${path}`.slice(0, MAX_DESCRIPTION);
}

const KIND_KEYS: Readonly<Record<ProposalKind, string>> = {
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
