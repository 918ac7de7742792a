import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { correctedMedia } from '../../core/media/correction';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import type { TabView } from '../../core/status/status';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { ToastContent } from '../../ui/components/toast';
import { CorrectionForm } from '../../ui/correction/correction-form';
import { errorText } from '../../ui/text/error-text';
import { viewingOf } from '../../ui/history/viewing-of';

/**
 * Corrects what the tab's item was matched to, also where the viewing is in the history already; with an
 * undo.
 */
export function TabCorrection({
  view,
  item,
  onClose,
  onToast,
}: Readonly<{
  view: TabView;
  item: Partial<Item>;
  onClose: () => void;
  onToast: (toast: ToastContent) => void;
}>): JSX.Element {
  useEffect(() => returnFocus, []);
  const viewing = viewingOf(view);
  const changeHistory = async (media: Media | undefined) => {
    if (viewing !== undefined && media !== undefined) await send('history.want', { viewing, media });
  };
  const undo = (id: string) =>
    void Promise.all([send('corrections.remove', { id }), changeHistory(viewing?.media)]).then(
      () => onToast({ message: text('correct_undone') }),
      (problem: unknown) => onToast({ message: errorText(problem) }),
    );
  return (
    <CorrectionForm
      item={item}
      onCancel={onClose}
      onSave={async (choice) => {
        const correction = await send('corrections.set', { of: { tabId: view.tabId }, ...choice });
        await changeHistory(correctedMedia(item as Item, [correction])?.media);
        onClose();
        onToast({ message: text('correct_saved'), undo: () => undo(correction.id) });
      }}
    />
  );
}

/** The focus goes back to the button that opened the search, once that is drawn again. */
function returnFocus(): void {
  queueMicrotask(() => document.querySelector<HTMLElement>('.matched button, .status button')?.focus());
}
