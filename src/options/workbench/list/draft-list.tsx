import type { JSX } from 'preact';
import type { DraftRecord } from '../../../core/workbench/draft-record';
import { text } from '../../../platform/browser/i18n';
import { dateAndTime } from '../../../ui/text/format';
import { draftName } from '../draft/draft-names';
import { draftRoute } from '../draft/go-to';
import { ConnectorName } from './connector-name';

/** Drafts that are not in use yet, the last changed first. */
export function DraftList({
  drafts,
  onRemove,
}: {
  readonly drafts: readonly DraftRecord[];
  readonly onRemove: (draft: DraftRecord) => void;
}): JSX.Element | null {
  if (drafts.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>{text('workbench_drafts')}</h2>
      <ul class="card rows">
        {[...drafts]
          .sort((a, b) => b.changedAt - a.changedAt)
          .map((draft) => (
            <li key={draft.key} class="row">
              <ConnectorName name={draftName(draft)} detail={dateAndTime(draft.changedAt)} />
              <a class="button small" href={`#/connectors/${draftRoute(draft.key, undefined)}`}>
                {text('common_edit')}
              </a>
              <button type="button" class="button small" onClick={() => onRemove(draft)}>
                {text('common_remove')}
              </button>
            </li>
          ))}
      </ul>
    </section>
  );
}
