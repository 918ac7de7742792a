import { valueAt } from '../../../core/workbench/draft-history';
import { taughtFields, type PageFacts, type TaughtField } from '../../../core/workbench/page-facts';
import type { DraftPath } from '../draft/use-draft';

/** The values that the page last showed: labels over a player disappear while the pointer rests. */
export function lastSeen(
  value: unknown,
  item: DraftPath,
  facts: PageFacts | undefined,
): Readonly<Partial<Record<TaughtField, string>>> {
  const found = taughtFields.flatMap((field) => {
    const sources = valueAt(value, [...item, field]);
    const known = Array.isArray(sources) ? sources.map((source) => JSON.stringify(source)) : [];
    const shown = facts?.fields[field]?.find(({ source }) => known.includes(JSON.stringify(source)));
    return shown === undefined ? [] : [[field, shown.value] as const];
  });
  return Object.fromEntries(found);
}
