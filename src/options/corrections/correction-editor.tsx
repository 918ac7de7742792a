import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Correction } from '../../core/media/correction';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { MediaSearch } from '../../ui/correction/media-search';
import { OffsetFields } from '../../ui/correction/offset-fields';
import type { Offsets } from '../../ui/correction/offsets';
import { useAction } from '../../ui/hooks/use-action';
import { exampleOf } from './example-of';

interface CorrectionEditorProps {
  readonly correction: Correction;
  readonly onSaved: () => void;
}

/** Changes a correction: to other media and, for a series, to other offsets. */
export function CorrectionEditor({ correction, onSaved }: CorrectionEditorProps): JSX.Element {
  const action = useAction();
  const save = async (change: Partial<Offsets> & { readonly media?: Media }) => {
    if (action.busy) return;
    if (await action.run(() => send('corrections.change', { id: correction.id, ...change }))) onSaved();
  };
  return (
    <div class="stack">
      {correction.scope === 'series' && (
        <OffsetForm correction={correction} onSave={(offsets) => void save(offsets)} />
      )}
      <MediaSearch from={correction.media} onChoose={(media) => void save({ media })} />
      <Problem message={action.error} />
    </div>
  );
}

function OffsetForm({
  correction,
  onSave,
}: {
  readonly correction: Correction;
  readonly onSave: (offsets: Offsets) => void;
}): JSX.Element {
  const { seasonOffset = 0, episodeOffset = 0 } = correction;
  const [offsets, setOffsets] = useState<Offsets>({ seasonOffset, episodeOffset });
  const submit = (event: Event) => {
    event.preventDefault();
    onSave(offsets);
  };
  return (
    <form class="stack" onSubmit={submit}>
      <OffsetFields item={exampleOf(correction)} offsets={offsets} onChange={setOffsets} />
      <div>
        <button type="submit" class="button main">
          {text('common_save')}
        </button>
      </div>
    </form>
  );
}
