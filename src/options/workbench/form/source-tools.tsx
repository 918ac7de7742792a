import type { ComponentChildren, JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import { Icon } from '../../../ui/components/icon';

/** Moves a source up or down, or removes it. A field without sources is removed from the definition. */
export function SourceTools({
  sources,
  index,
  label,
  onChange,
}: {
  readonly sources: readonly unknown[];
  readonly index: number;
  readonly label: string;
  readonly onChange: (sources: readonly unknown[] | undefined) => void;
}): JSX.Element {
  const others = sources.filter((_, other) => other !== index);
  const moveTo = (to: number) => onChange([...others.slice(0, to), sources[index], ...others.slice(to)]);
  return (
    <span class="row tools">
      <Tool label={text('workbench_up', label)} disabled={index === 0} onClick={() => moveTo(index - 1)}>
        ↑
      </Tool>
      <Tool
        label={text('workbench_down', label)}
        disabled={index === sources.length - 1}
        onClick={() => moveTo(index + 1)}
      >
        ↓
      </Tool>
      <Tool
        label={text('workbench_remove_source', label)}
        onClick={() => onChange(others.length === 0 ? undefined : others)}
      >
        <Icon name="cross" size={14} />
      </Tool>
    </span>
  );
}

function Tool({
  label,
  disabled = false,
  onClick,
  children,
}: {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <button type="button" class="icon-button" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}
