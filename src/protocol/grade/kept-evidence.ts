import { deepEqual } from '../../core/values/deep-equal';
import type { Definition } from '../definition/definition';
import type { ConnectorEvidence } from './evidence';

/**
 * The evidence that still holds for a repaired definition, field by field: the field must still read a place
 * that the evidence names. A field that reads only other places has none until it is renewed.
 */
export function keptEvidence(before: Definition, after: Definition): readonly ConnectorEvidence[] {
  const evidence = (before.evidence ?? []) as readonly ConnectorEvidence[];
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
function placesIn({ pages, endpoints = {} }: Definition, field: string): readonly unknown[] {
  if (field === 'address') return pages.map(({ match }) => match);
  if (field === 'endpoints') return Object.values(endpoints);
  return pages.flatMap(({ item, player = {}, identity = [] }) => {
    if (field === 'identity') return identity;
    const places: unknown = { player: player.video, ...player, ...item }[field];
    return Array.isArray(places) ? (places as readonly unknown[]) : [];
  });
}
