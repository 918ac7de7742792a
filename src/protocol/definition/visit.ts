import type { Definition, EndpointDefinition, Guard, PlayerDefinition, Source } from '../definition';

/** A source as it stands in a field or in a guard. */
export type AnySource = Source | NonNullable<Guard['of']>;

export interface Place {
  readonly path: readonly PropertyKey[];
  /** Place of the page in `pages`; undefined in frames and in the fingerprint. */
  readonly page?: number;
}

export interface Visitor {
  readonly source?: (source: AnySource, place: Place) => void;
  readonly player?: (player: PlayerDefinition, place: Place) => void;
  readonly endpoint?: (endpoint: EndpointDefinition, place: Place) => void;
}

/** Goes through every source, player and endpoint of a definition, in the order they stand in. */
export function visitDefinition(definition: Definition, visitor: Visitor): void {
  visitSources(definition.userHosts?.fingerprint, { path: ['userHosts', 'fingerprint'] }, visitor);
  for (const [page, one] of definition.pages.entries()) {
    const at = (...path: PropertyKey[]): Place => ({ path: ['pages', page, ...path], page });
    for (const [name, sources] of Object.entries(one.values ?? {}))
      visitSources(sources, at('values', name), visitor);
    for (const [index, condition] of (one.gate ?? []).entries()) {
      if (Array.isArray(condition)) visitSources(condition, at('gate', index), visitor);
      else visitSource(condition, at('gate', index), visitor);
    }
    visitSources(one.identity, at('identity'), visitor);
    const { ids, ...fields } = one.item;
    for (const [name, sources] of Object.entries(fields)) visitSources(sources, at('item', name), visitor);
    for (const [name, sources] of Object.entries(ids ?? {}))
      visitSources(sources, at('item', 'ids', name), visitor);
    if (one.player !== undefined) visitPlayer(one.player, at('player'), visitor);
  }
  for (const [index, frame] of (definition.frames ?? []).entries())
    visitPlayer(frame.player, { path: ['frames', index, 'player'] }, visitor);
  for (const [name, endpoint] of Object.entries(definition.endpoints ?? {}))
    visitor.endpoint?.(endpoint, { path: ['endpoints', name] });
}

function visitPlayer(player: PlayerDefinition, place: Place, visitor: Visitor): void {
  visitor.player?.(player, place);
  for (const [name, sources] of Object.entries(player.clock ?? {}))
    visitSources(sources, below(place, 'clock', name), visitor);
  for (const name of ['ad', 'live', 'trailer'] as const)
    visitSources(player[name], below(place, name), visitor);
}

function visitSources(sources: readonly Source[] | undefined, place: Place, visitor: Visitor): void {
  for (const [index, source] of (sources ?? []).entries()) visitSource(source, below(place, index), visitor);
}

function visitSource(source: Source, place: Place, visitor: Visitor): void {
  visitor.source?.(source, place);
  for (const [at, guard] of (source.guards ?? []).entries()) {
    if (guard.of !== undefined) visitor.source?.(guard.of, below(place, 'guards', at, 'of'));
  }
}

export function below(place: Place, ...path: PropertyKey[]): Place {
  return { ...place, path: [...place.path, ...path] };
}
