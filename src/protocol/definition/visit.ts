import type {
  Definition,
  EndpointDefinition,
  Guard,
  ItemDefinition,
  PageDefinition,
  PlayerDefinition,
  Source,
} from './definition';

/** A source of a field or of a guard. */
export type AnySource = Source | NonNullable<Guard['of']>;

export type DefinitionPlace = Readonly<{
  path: PropertyKey[];
  /** Index of the page in `pages`. `undefined` in frames and in the fingerprint. */
  page?: number;
}>;

export type Visitor = Readonly<{
  source?: (source: AnySource, place: DefinitionPlace) => void;
  player?: (player: PlayerDefinition, place: DefinitionPlace) => void;
  endpoint?: (endpoint: EndpointDefinition, place: DefinitionPlace) => void;
}>;

/** Calls the visitor for every source, player and endpoint of a definition, in the order of the file. */
export function visitDefinition(definition: Definition, visitor: Visitor): void {
  visitSources(definition.userHosts?.fingerprint, { path: ['userHosts', 'fingerprint'] }, visitor);
  for (const [index, page] of definition.pages.entries())
    visitPage(page, { path: ['pages', index], page: index }, visitor);
  for (const [index, frame] of (definition.frames ?? []).entries())
    visitPlayer(frame.player, { path: ['frames', index, 'player'] }, visitor);
  for (const [name, endpoint] of Object.entries(definition.endpoints ?? {}))
    visitor.endpoint?.(endpoint, { path: ['endpoints', name] });
}

/** The place of a part within this place. */
export function below(place: DefinitionPlace, ...path: PropertyKey[]): DefinitionPlace {
  return { ...place, path: [...place.path, ...path] };
}

function visitPage(page: PageDefinition, place: DefinitionPlace, visitor: Visitor): void {
  visitSourcesByName(page.values, below(place, 'values'), visitor);
  visitGate(page.gate, below(place, 'gate'), visitor);
  visitSources(page.identity, below(place, 'identity'), visitor);
  visitItem(page.item, below(place, 'item'), visitor);
  if (page.player !== undefined) visitPlayer(page.player, below(place, 'player'), visitor);
}

/** A condition of a gate is a source or a list of sources. */
function visitGate(gate: PageDefinition['gate'], place: DefinitionPlace, visitor: Visitor): void {
  for (const [index, condition] of (gate ?? []).entries()) {
    if (Array.isArray(condition)) visitSources(condition, below(place, index), visitor);
    else visitSource(condition, below(place, index), visitor);
  }
}

function visitItem({ ids, ...fields }: ItemDefinition, place: DefinitionPlace, visitor: Visitor): void {
  visitSourcesByName(fields, place, visitor);
  visitSourcesByName(ids, below(place, 'ids'), visitor);
}

function visitPlayer(player: PlayerDefinition, place: DefinitionPlace, visitor: Visitor): void {
  visitor.player?.(player, place);
  visitSourcesByName(player.clock, below(place, 'clock'), visitor);
  for (const name of ['ad', 'live', 'trailer'] as const)
    visitSources(player[name], below(place, name), visitor);
}

function visitSourcesByName(
  fields: Readonly<Record<string, Source[] | undefined>> | undefined,
  place: DefinitionPlace,
  visitor: Visitor,
): void {
  for (const [name, sources] of Object.entries(fields ?? {}))
    visitSources(sources, below(place, name), visitor);
}

function visitSources(sources: Source[] | undefined, place: DefinitionPlace, visitor: Visitor): void {
  for (const [index, source] of (sources ?? []).entries()) visitSource(source, below(place, index), visitor);
}

function visitSource(source: Source, place: DefinitionPlace, visitor: Visitor): void {
  visitor.source?.(source, place);
  for (const [index, guard] of (source.guards ?? []).entries()) {
    if (guard.of !== undefined) visitor.source?.(guard.of, below(place, 'guards', index, 'of'));
  }
}
