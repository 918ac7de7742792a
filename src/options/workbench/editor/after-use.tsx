import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { viewStore } from '../../../platform/storage/stores';
import { useStored } from '../../../ui/hooks/use-stored';
import type { Definition } from '../../../protocol/definition/definition';
import type { Trial } from '../../../protocol/workbench';
import type { OpenDraft } from '../draft/use-draft';
import { nextStep } from './next-step';
import { useFirstCase } from './use-first-case';

interface AfterUseProps {
  readonly draft: OpenDraft;
  /** What is in use. */
  readonly definition: Definition | undefined;
  readonly tabId: number;
  readonly trial: Trial | undefined;
  /** What can be done once it records. */
  readonly children: ComponentChildren;
}

/**
 * What follows once a draft is in use: the person plays, and the connector is shared when it has recorded.
 * What it reads in the tab meanwhile counts as seen: a second title needs no more than to be opened.
 */
export function AfterUse({ draft, definition, tabId, trial, children }: AfterUseProps): JSX.Element {
  const view = useStored(viewStore(tabId));
  useFirstCase(draft, definition, tabId);
  const own = view?.siteId === definition?.id ? view : undefined;
  const item = own?.degraded === true ? undefined : own?.item;
  useEffect(() => {
    if (item !== undefined) draft.noteTitle(item);
  }, [JSON.stringify(item)]);
  return (
    <>
      <p role="status">
        {text(
          `workbench_${nextStep(trial, {
            isRecorded: item !== undefined && own?.sent !== undefined,
            isRead: own?.degraded !== true,
          })}`,
        )}
      </p>
      {children}
    </>
  );
}
