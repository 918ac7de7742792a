import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { valueAt } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';
import type { TracedSource } from '../../../protocol/workbench';
import { Icon } from '../../../ui/components/icon';
import { SlotField } from './slot-field';
import { kindOf, sourceShapes, startOf, transformShapes } from './source-shapes';
import type { OpenDraft, Path } from '../draft/use-draft';

interface SourceListProps {
  readonly draft: OpenDraft;
  readonly value: unknown;
  readonly path: Path;
  readonly label: string;
  readonly traced: readonly TracedSource[];
  readonly onPoint?: (() => void) | undefined;
}

/** The sources of one field in their order: the first that yields something counts. */
export function SourceList({ draft, value, path, label, traced, onPoint }: SourceListProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const sources = list(valueAt(value, path));
  const found = traced.find(({ outcome }) => outcome === 'hit' || outcome === 'remembered')?.value;
  const move = (from: number, to: number) => draft.set(path, moved(sources, from, to));
  return (
    <details class="sources" open={open}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          setOpen(!open);
        }}
      >
        <span class="label">{label}</span>
        {found !== undefined && (
          <span class="tag good">
            <bdi>{found}</bdi>
          </span>
        )}
        <span class="small muted">
          {sources.length === 0 ? text('workbench_no_sources') : sources.length}
        </span>
      </summary>
      <ol class="stack tight">
        {sources.map((source, index) => (
          <li key={index} class="source">
            <SourceEditor
              draft={draft}
              source={source}
              path={[...path, index]}
              label={`${label} ${index + 1}`}
              entry={traced.find((entry) => entry.index === index)}
            />
            <span class="row tools">
              <button
                type="button"
                class="icon-button"
                aria-label={text('workbench_up', label)}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                ↑
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={text('workbench_down', label)}
                disabled={index === sources.length - 1}
                onClick={() => move(index, index + 1)}
              >
                ↓
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={text('workbench_remove_source', label)}
                onClick={() =>
                  draft.set(path, sources.length === 1 ? undefined : sources.filter((_, at) => at !== index))
                }
              >
                <Icon name="cross" size={14} />
              </button>
            </span>
          </li>
        ))}
      </ol>
      <div class="row">
        <button
          type="button"
          class="link small"
          disabled={sources.length >= 12}
          onClick={() => draft.set(path, [...sources, startOf(sourceShapes.text)])}
        >
          {text('workbench_add_source')}
        </button>
        {onPoint !== undefined && (
          <button type="button" class="link small" onClick={onPoint}>
            {text('workbench_point')}
          </button>
        )}
      </div>
    </details>
  );
}

function SourceEditor({
  draft,
  source,
  path,
  label,
  entry,
}: {
  readonly draft: OpenDraft;
  readonly source: unknown;
  readonly path: Path;
  readonly label: string;
  readonly entry: TracedSource | undefined;
}): JSX.Element {
  const [more, setMore] = useState(false);
  const kind = kindOf(source, sourceShapes) ?? 'text';
  const transforms = list(valueAt(source, ['transforms']));
  const guards = list(valueAt(source, ['guards']));
  const { transforms: _transforms, guards: _guards, remember } = record(source);
  return (
    <div class="stack tight grow">
      <div class="row slots">
        <select
          aria-label={text('workbench_kind', label)}
          class="kind"
          value={kind}
          onChange={(event) =>
            draft.set(path, {
              ...startOf(shapeOf(event.currentTarget.value)),
              ...(transforms.length > 0 ? { transforms } : {}),
              ...(guards.length > 0 ? { guards } : {}),
              ...(remember === true ? { remember } : {}),
            })
          }
        >
          {Object.keys(sourceShapes).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        {shapeOf(kind)
          .filter((slot) => more || slot.start !== undefined || valueAt(source, [slot.key]) !== undefined)
          .map((slot) => (
            <SlotField
              key={slot.key}
              slot={slot}
              value={valueAt(source, [slot.key])}
              label={label}
              onChange={(next) => draft.set([...path, slot.key], next)}
            />
          ))}
        {(more || remember === true) && (
          <SlotField
            slot={{ key: 'remember', type: 'flag' }}
            value={remember}
            label={label}
            onChange={(next) => draft.set([...path, 'remember'], next)}
          />
        )}
      </div>
      {transforms.map((transform, index) => {
        const name = kindOf(transform, transformShapes) ?? 'regex';
        const shape = Object.entries(transformShapes).find(([one]) => one === name)?.[1] ?? [];
        return (
          <div key={index} class="row slots inner">
            <span aria-hidden="true">→</span>
            <select
              aria-label={text('workbench_transform', label)}
              class="kind"
              value={name}
              onChange={(event) =>
                draft.set(
                  [...path, 'transforms', index],
                  startOf(
                    Object.entries(transformShapes).find(([one]) => one === event.currentTarget.value)?.[1] ??
                      [],
                  ),
                )
              }
            >
              {Object.keys(transformShapes).map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
            {shape.map((slot) => (
              <SlotField
                key={slot.key}
                slot={slot}
                value={valueAt(transform, [slot.key])}
                label={label}
                onChange={(next) => draft.set([...path, 'transforms', index, slot.key], next)}
              />
            ))}
            <button
              type="button"
              class="icon-button"
              aria-label={text('workbench_remove_transform', label)}
              onClick={() => draft.set([...path, 'transforms', index], undefined)}
            >
              <Icon name="cross" size={12} />
            </button>
          </div>
        );
      })}
      {guards.map((guard, index) => (
        <div key={index} class="row slots inner">
          <span class="small muted">{text('workbench_guard')}</span>
          <SlotField
            slot={{ key: 'of', type: 'json' }}
            value={valueAt(guard, ['of'])}
            label={label}
            onChange={(next) => draft.set([...path, 'guards', index, 'of'], next)}
          />
          {(['equals', 'contains', 'matches'] as const).map((key) => (
            <SlotField
              key={key}
              slot={{ key, type: 'text' }}
              value={valueAt(guard, [key])}
              label={label}
              onChange={(next) => draft.set([...path, 'guards', index, key], next)}
            />
          ))}
          <SlotField
            slot={{ key: 'not', type: 'flag' }}
            value={valueAt(guard, ['not'])}
            label={label}
            onChange={(next) => draft.set([...path, 'guards', index, 'not'], next)}
          />
          <button
            type="button"
            class="icon-button"
            aria-label={text('workbench_remove_guard', label)}
            onClick={() => draft.set([...path, 'guards', index], undefined)}
          >
            <Icon name="cross" size={12} />
          </button>
        </div>
      ))}
      <div class="row small">
        <button
          type="button"
          class="link"
          disabled={transforms.length >= 10}
          onClick={() =>
            draft.set([...path, 'transforms'], [...transforms, startOf(transformShapes.seasonEpisode)])
          }
        >
          {text('workbench_add_transform')}
        </button>
        <button
          type="button"
          class="link"
          disabled={guards.length >= 4}
          onClick={() => draft.set([...path, 'guards'], [...guards, { contains: '{id}' }])}
        >
          {text('workbench_add_guard')}
        </button>
        <button type="button" class="link" aria-expanded={more} onClick={() => setMore(!more)}>
          {text(more ? 'workbench_less' : 'workbench_more')}
        </button>
        {entry !== undefined && (
          <span class={`tag ${entry.outcome === 'miss' ? '' : entry.outcome === 'refused' ? 'bad' : 'good'}`}>
            <bdi>{entry.value ?? text(`workbench_outcome_${entry.outcome}`)}</bdi>
          </span>
        )}
      </div>
    </div>
  );
}

function shapeOf(kind: string) {
  return Object.entries(sourceShapes).find(([one]) => one === kind)?.[1] ?? [];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function moved(all: readonly unknown[], from: number, to: number): readonly unknown[] {
  const without = all.filter((_, index) => index !== from);
  return [...without.slice(0, to), all[from], ...without.slice(to)];
}
