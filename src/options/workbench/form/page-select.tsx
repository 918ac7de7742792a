import type { JSX } from 'preact';
import { valueAt } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';

/** Chooses the page of a definition that is edited, by its kind. */
export function PageSelect({
  pages,
  value,
  onChange,
}: {
  readonly pages: readonly unknown[];
  readonly value: number;
  readonly onChange: (index: number) => void;
}): JSX.Element {
  return (
    <div class="field">
      <label for="workbench-page">{text('workbench_page')}</label>
      <select
        id="workbench-page"
        value={String(value)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {pages.map((page, index) => (
          <option key={index} value={String(index)}>
            {kindOfPage(page) ?? index}
          </option>
        ))}
      </select>
    </div>
  );
}

function kindOfPage(page: unknown): string | undefined {
  const kind = valueAt(page, ['kind']);
  return typeof kind === 'string' ? kind : undefined;
}
