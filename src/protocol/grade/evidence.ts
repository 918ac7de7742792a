import { deepEqual } from '../../core/values/deep-equal';
import type { Definition } from '../definition/definition';

/** What a connector was compared with: an entry of `evidence` in its definition. */
export type ConnectorEvidence = Readonly<{
  /** Address of the compared source. */
  source: string;
  /** The kind of source: `page`, `answer`, `product`, `address`, `code`, `report`. */
  kind: string;
  /** `2026-11-21`, `2026-11` or `2026`. */
  date: string;
  /** The fields that it supports. */
  fields: string[];
  /** For the kind `code`: its paths, selectors and keys that the definition reads too. */
  says?: string[] | undefined;
}>;

/**
 * Whether the source agrees with the definition. Code that names none of the definition's places proves only
 * that the reader exists. Other kinds are compared when they are recorded.
 */
export function agreesWithUs({ kind, says = [] }: Pick<ConnectorEvidence, 'kind' | 'says'>): boolean {
  return kind !== 'code' || says.length > 0;
}

/**
 * The project or site of a source: two files of one repository count as one source, whatever their branch or
 * commit.
 */
export function originOf({ source }: Pick<ConnectorEvidence, 'source'>): string {
  const { hostname, pathname } = new URL(source);
  const depth = hostname === 'github.com' ? 2 : 1;
  return [hostname, ...pathname.split('/').slice(1, depth + 1)].join('/').toLowerCase();
}

/** Whole months from the end of the stated day, month or year until today. */
export function ageInMonths({ date }: Pick<ConnectorEvidence, 'date'>, today: Date): number {
  const [year = 0, month = 12] = date.split('-').map(Number);
  return today.getUTCFullYear() * 12 + today.getUTCMonth() + 1 - (year * 12 + month);
}

/**
 * The evidence that still holds for a repaired definition, field by field: the field must still read a place
 * that the evidence names. A field that reads only other places has none until it is renewed.
 */
export function keptEvidence(before: Definition, after: Definition): ConnectorEvidence[] {
  const evidence = (before.evidence ?? []) as ConnectorEvidence[];
  return evidence.flatMap((entry) => {
    const fields = entry.fields.filter((field) => stillReads(field, before, after));
    return fields.length === 0 ? [] : [{ ...entry, fields }];
  });
}

function stillReads(field: string, before: Definition, after: Definition): boolean {
  const known = placesIn(before, field);
  const now = placesIn(after, field);
  return known.length === 0 || now.some((place) => known.some((one) => deepEqual(one, place)));
}

/** The sources of a field on all pages, or whatever else the definition has under this name. */
function placesIn({ pages, endpoints = {} }: Definition, field: string): unknown[] {
  if (field === 'address') return pages.map(({ match }) => match);
  if (field === 'endpoints') return Object.values(endpoints);
  return pages.flatMap(({ item, player = {}, identity = [] }) => {
    if (field === 'identity') return identity;
    const places: unknown = { player: player.video, ...player, ...item }[field];
    return Array.isArray(places) ? (places as unknown[]) : [];
  });
}
