import { isRecord } from '../../core/values/is-record';
import type { Definition } from './definition';

/** A field of a page that is read differently than before. */
export type ChangedField = Readonly<{
  /** Kind of the page and name of the field: `watch title`. */
  field: string;
  /** Its earlier sources, the first one first; empty if the field is new. */
  before: string[];
  /** Its new sources; empty if the field is no longer read. */
  after: string[];
}>;

/** The fields that two definitions of a site read differently, in the order of the second. */
export function changedFields(before: Definition | undefined, after: Definition): ChangedField[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? [], after: now.get(field) ?? [] };
    return change.before.join('\n') === change.after.join('\n') ? [] : [change];
  });
}

function fieldsOf(definition: Definition | undefined): ReadonlyMap<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const { kind, match, item, player, values, gate, identity } of definition?.pages ?? []) {
    fields.set(`${kind} address`, [JSON.stringify(match)]);
    const named = { ...item, ...values, ...player, gate, identity };
    for (const [name, part] of Object.entries(named))
      if (part !== undefined) fields.set(`${kind} ${name}`, describeParts(part));
  }
  return fields;
}

function describeParts(part: unknown): string[] {
  return Array.isArray(part) ? part.map(describeSource) : [describeSource(part)];
}

/** Such as `text .title (seasonEpisode: title)`: kind and place of a source, then its transforms. */
function describeSource(source: unknown): string {
  if (!isRecord(source)) return String(source);
  const { transforms, guards, ...place } = source;
  const parts = Object.entries(place).map(([key, value]) => `${key} ${plain(value)}`);
  const cleaning = [transforms, guards].filter(Array.isArray).flat().map(plain);
  return parts.join(', ') + (cleaning.length === 0 ? '' : ` (${cleaning.join('; ')})`);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
