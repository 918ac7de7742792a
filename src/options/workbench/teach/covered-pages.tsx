import type { JSX } from 'preact';
import { createDraft } from '../../../core/workbench/draft-definition';
import { valueAt } from '../../../core/workbench/draft-history';
import { matchInWords } from '../../../core/workbench/draft-match';
import type { PageFacts } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import type { Trial } from '../../../protocol/workbench';
import { Problem } from '../../../ui/components/problem';
import { useAction } from '../../../ui/hooks/use-action';
import type { OpenDraft, DraftPath } from '../draft/use-draft';
import { askPage } from '../page/ask-page';
import { withPage } from './create-draft-from';

type CoveredPagesProps = Readonly<{
  draft: OpenDraft;
  value: unknown;
  page: number;
  tabId: number | undefined;
  trial: Trial | undefined;
}>;

/** Shows in words which addresses the draft covers. If the tab shows another address, offers to add it. */
export function CoveredPages({ draft, value, page, tabId, trial }: CoveredPagesProps): JSX.Element | null {
  if (trial !== undefined && tabId !== undefined && trial.page === undefined)
    return <UncoveredPage draft={draft} tabId={tabId} />;
  const words = matchInWords(valueAt(value, ['pages', page, 'match']));
  const host = valueAt(value, ['hosts', 0]);
  return words === undefined ? null : (
    <p class="small muted">
      {text('workbench_covers')} <bdi dir="ltr">{`${typeof host === 'string' ? host : ''}${words}`}</bdi>
    </p>
  );
}

function UncoveredPage({ draft, tabId }: Readonly<{ draft: OpenDraft; tabId: number }>): JSX.Element {
  const { run, busy, error } = useAction();
  const add = () =>
    void run(async () => {
      const facts = (await askPage(tabId, { kind: 'describe' })) as PageFacts;
      const other = createDraft(facts, { today: '', how: '', taken: [] });
      const { text: next } = await withPage(draft.record, other, tabId);
      draft.setText(next);
    });
  return (
    <div class="note wait stack tight">
      <p>{text('workbench_not_covered')}</p>
      <div>
        <button type="button" class="button small" aria-disabled={busy} onClick={add}>
          {text('repair_add_page')}
        </button>
      </div>
      <Problem message={error} />
    </div>
  );
}

const KINDS = ['any', 'movie', 'episode'] as const;

type ShownKind = (typeof KINDS)[number];

/** The kind of title that the draft states for the page. `any`: the values that are read decide. */
export function shownKind(value: unknown, item: DraftPath): ShownKind {
  const stated = valueAt(value, [...item, 'type', 0, 'constant']);
  return KINDS.find((kind) => kind === stated) ?? 'any';
}

/**
 * Lets the person state the kind of title. With `episode`, a page without an episode number is not read as a
 * film: the number is waited for.
 */
export function ShownKindChoice({
  draft,
  value,
  item,
}: Readonly<{
  draft: OpenDraft;
  value: unknown;
  /** Path of the item in the definition. */
  item: DraftPath;
}>): JSX.Element | null {
  // A repair changes one field only.
  if (draft.record.repairs !== undefined) return null;
  const choose = (kind: string) =>
    draft.set([...item, 'type'], kind === 'any' ? undefined : [{ constant: kind }]);
  return (
    <div class="field">
      <label for="workbench-shows">{text('workbench_shows')}</label>
      <select
        id="workbench-shows"
        value={shownKind(value, item)}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {text(`workbench_shows_${kind}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
