import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { viewStore } from '../../../platform/storage/stores';
import { useStored } from '../../../ui/hooks/use-stored';
import type { OpenDraft } from '../draft/use-draft';

interface AfterUseProps {
  readonly draft: OpenDraft;
  /** Id of the connector. */
  readonly id: string;
  readonly tabId: number;
  /** What can be done once it records. */
  readonly children: ComponentChildren;
}

/**
 * What follows once a draft is in use: the person plays, and the connector is shared when it has recorded.
 * What it reads in the tab meanwhile counts as seen: a second title needs no more than to be opened.
 */
export function AfterUse({ draft, id, tabId, children }: AfterUseProps): JSX.Element {
  const view = useStored(viewStore(tabId));
  const item = view?.siteId === id && view.degraded !== true ? view.item : undefined;
  useEffect(() => {
    if (item !== undefined) draft.noteTitle(item);
  }, [JSON.stringify(item)]);
  const isRecorded = item !== undefined && view?.sent !== undefined;
  return (
    <>
      <p role="status">{text(isRecorded ? 'workbench_recorded' : 'workbench_go_back')}</p>
      {children}
    </>
  );
}
