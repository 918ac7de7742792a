import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Correction } from '../../core/media/correction';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { correctionsStore } from '../../platform/storage/stores';
import { Empty, Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import { SearchField } from '../../ui/components/controls';
import type { ToastContent } from '../../ui/components/toast';
import { useStored } from '../../ui/hooks/use-stored';
import { errorText } from '../../ui/text/error-text';
import { WebLink } from '../../ui/components/web-link';
import { shiftedBy, type Offsets, OffsetFields } from '../../ui/correction/offset-fields';
import { dateOnly } from '../../ui/text/format';
import { joinParts, displayName, episodeCode } from '../../ui/text/naming';
import type { Media } from '../../core/media/media';
import { MediaSearch } from '../../ui/correction/media-search';
import { useAction } from '../../ui/hooks/use-action';
import type { Item } from '../../core/media/item';

/** Maximum number of corrections shown. A search finds the others. */
const MAX_ROWS = 300;

type CorrectionsProps = Readonly<{
  onToast: (toast: ToastContent) => void;
}>;

/** The corrections that the person made, to search, change and remove. */
export function CorrectionsSection({ onToast }: CorrectionsProps): JSX.Element {
  const corrections = useStored(correctionsStore);
  if (corrections === undefined) return <Loading />;
  if (corrections.length === 0)
    return (
      <Empty title={text('corrections_empty')}>
        <p>{text('corrections_empty_hint')}</p>
      </Empty>
    );
  return <CorrectionList corrections={corrections} onToast={onToast} />;
}

function CorrectionList({
  corrections,
  onToast,
}: CorrectionsProps & Readonly<{ corrections: Correction[] }>): JSX.Element {
  const [words, setWords] = useState('');
  const shown = corrections.filter((correction) => matches(correction, words));
  return (
    <>
      <p class="muted">{text('corrections_intro')}</p>
      <SearchField
        id="correction-words"
        label={text('corrections_search')}
        value={words}
        onInput={setWords}
      />
      {shown.length === 0 && <p role="status">{text('corrections_none')}</p>}
      <ul class="stack">
        {shown.slice(0, MAX_ROWS).map((correction) => (
          <CorrectionRow
            key={correction.id}
            correction={correction}
            onRemove={() => void remove(correction, onToast)}
            onChanged={() => onToast({ message: text('common_saved') })}
          />
        ))}
      </ul>
    </>
  );
}

/** Removes a correction and offers to restore the same record. */
async function remove(correction: Correction, onToast: CorrectionsProps['onToast']): Promise<void> {
  const attempt = async (job: Promise<unknown>, done: ToastContent) => {
    try {
      await job;
      onToast(done);
    } catch (problem) {
      onToast({ message: errorText(problem) });
    }
  };
  const restore = () =>
    void attempt(send('corrections.restore', { correction }), { message: text('common_undone') });
  await attempt(send('corrections.remove', { id: correction.id }), {
    message: text('corrections_removed'),
    undo: restore,
  });
}

function matches({ label, media }: Correction, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return [label, media.title, media.seriesTitle].some((part) => part?.toLowerCase().includes(wanted));
}

/** One correction: what the page states, what it is corrected to, and the buttons to change or remove it. */
function CorrectionRow({
  correction,
  onRemove,
  onChanged,
}: Readonly<{
  correction: Correction;
  onRemove: () => void;
  onChanged: () => void;
}>): JSX.Element {
  const [editing, setEditing] = useState(false);
  const hiddenLabel = <span class="hidden"> {correction.label}</span>;
  const finish = () => {
    setEditing(false);
    onChanged();
  };
  return (
    <li class="card stack">
      <div class="row spread correction">
        <CorrectionText correction={correction} />
        <div class="row">
          <button
            type="button"
            class="button small"
            aria-expanded={editing}
            onClick={() => setEditing(!editing)}
          >
            {text('common_edit')}
            {hiddenLabel}
          </button>
          <button type="button" class="button small" onClick={onRemove}>
            {text('common_remove')}
            {hiddenLabel}
          </button>
        </div>
      </div>
      {editing && <CorrectionEditor correction={correction} onSaved={finish} />}
    </li>
  );
}

function CorrectionText({ correction }: Readonly<{ correction: Correction }>): JSX.Element {
  const { label, media, scope, createdAt } = correction;
  return (
    <div class="stack tight grow">
      <p>
        <bdi class="clamp one">{label}</bdi>
      </p>
      <h2 class="row start">
        <span class="arrow" aria-hidden="true">
          →
        </span>
        <span class="clamp one">
          <WebLink url={media.url}>{targetText(correction)}</WebLink>
        </span>
      </h2>
      <p class="small muted">
        {joinParts(
          text(`corrections_${scope}`),
          offsetText(correction),
          dateOnly(new Date(createdAt).toISOString()),
        )}
      </p>
    </div>
  );
}

/** The name of the target. For a correction of a whole series it is the series' name alone. */
function targetText({ media, scope }: Correction): string {
  const name = displayName(media);
  return joinParts(name?.title, scope === 'item' ? name?.detail : undefined);
}

/** Example of the numbers on the site and in the tracker, “S1 E15 → S1 E14”. Empty if they are the same. */
function offsetText(correction: Correction): string {
  const { scope, seasonOffset = 0, episodeOffset = 0 } = correction;
  if (scope === 'item' || (seasonOffset === 0 && episodeOffset === 0)) return '';
  const example = exampleOf(correction);
  const inTracker = shiftedBy(example, { seasonOffset, episodeOffset });
  return text('correct_example', episodeCode(example) ?? '', episodeCode(inTracker) ?? '');
}

type CorrectionEditorProps = Readonly<{
  correction: Correction;
  onSaved: () => void;
}>;

/** Changes a correction: to other media and, for a series, to other offsets. */
function CorrectionEditor({ correction, onSaved }: CorrectionEditorProps): JSX.Element {
  const action = useAction();
  const save = async (change: Partial<Offsets> & Readonly<{ media?: Media }>) => {
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
}: Readonly<{
  correction: Correction;
  onSave: (offsets: Offsets) => void;
}>): JSX.Element {
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

/** An example item. The offsets turn its numbers into those of the chosen media. */
function exampleOf({ media, seasonOffset = 0, episodeOffset = 0 }: Correction): Partial<Item> {
  return {
    type: 'episode',
    seasonNumber: (media.seasonNumber ?? 1) - seasonOffset,
    episodeNumber: (media.episodeNumber ?? 10) - episodeOffset,
  };
}
