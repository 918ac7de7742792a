import type { JSX } from 'preact';
import type { Trial } from '../../../protocol/workbench';
import type { OpenDraft, DraftPath } from '../draft/use-draft';
import type { Picker } from '../teach/use-picker';
import { SourceList } from './source-list';

/** The sources at a path of a definition, with what each yields in the trial. */
export function FormSources({
  draft,
  value,
  trial,
  picker,
  path,
  label,
  pickedAs,
}: Readonly<{
  draft: OpenDraft;
  value: unknown;
  trial: Trial | undefined;
  picker: Picker;
  path: DraftPath;
  label: string;
  /** Name of the field for the picker; `undefined` for sources that are not picked in the page. */
  pickedAs?: string;
}>): JSX.Element {
  // The trace names a field by its path below the page.
  const field = path.slice(2).join('.');
  const canPick = pickedAs !== undefined && picker.waiting === undefined;
  return (
    <SourceList
      key={path.join('.')}
      draft={draft}
      value={value}
      path={path}
      label={label}
      traced={trial?.trace.filter((entry) => entry.field === field) ?? []}
      onPick={canPick ? () => picker.start(pickedAs) : undefined}
    />
  );
}
