import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../components/problem';
import { useAction } from '../hooks/use-action';
import { displayName } from '../text/naming';
import { OffsetFields } from './offset-fields';
import { offsetsOf, type Offsets } from './offsets';

type Scope = 'item' | 'series';

export interface CorrectionChoice extends Partial<Offsets> {
  readonly scope: Scope;
  readonly media: Media;
}

interface CorrectionScopeProps {
  readonly item: Partial<Item>;
  readonly media: Media;
  readonly onSave: (choice: CorrectionChoice) => Promise<unknown>;
  readonly onBack: () => void;
}

/** The second step of a correction: for this item alone, or for the series with offsets of its numbers. */
export function CorrectionScope({ item, media, onSave, onBack }: CorrectionScopeProps): JSX.Element {
  const hasSeries = media.type === 'episode' && item.episodeNumber !== undefined;
  const [scope, setScope] = useState<Scope>('item');
  const [offsets, setOffsets] = useState<Offsets>(() => offsetsOf(item, media));
  const action = useAction();
  const save = (event: Event) => {
    event.preventDefault();
    if (action.busy) return;
    void action.run(() => onSave(scope === 'item' ? { scope, media } : { scope, media, ...offsets }));
  };
  const name = displayName(media);
  return (
    <form class="stack" onSubmit={save}>
      <p>
        <strong dir="auto">{name?.title}</strong> <span class="muted">{name?.detail}</span>
      </p>
      {hasSeries && <ScopeChoice scope={scope} onChange={setScope} />}
      {hasSeries && scope === 'series' && (
        <OffsetFields item={item} offsets={offsets} onChange={setOffsets} />
      )}
      <Problem message={action.error} />
      <div class="row">
        <button type="submit" class="button main" aria-disabled={action.busy}>
          {text('common_save')}
        </button>
        <button type="button" class="button" onClick={onBack}>
          {text('correct_other')}
        </button>
      </div>
    </form>
  );
}

function ScopeChoice({
  scope,
  onChange,
}: {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}): JSX.Element {
  return (
    <fieldset class="stack">
      <legend class="hidden">{text('correct_scope')}</legend>
      {(['item', 'series'] as const).map((one) => (
        <label class="choice" key={one}>
          <input type="radio" name="scope" checked={scope === one} onChange={() => onChange(one)} />
          <span>{text(`correct_${one}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
