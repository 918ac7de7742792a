import { deepEqual } from '../../core/values/deep-equal';
import { checkAuthoredDefinition } from './check-authored';
import { checkRequests } from './check-requests';
import { proofOf, type CheckedDefinition } from './checked-definition';
import type { Definition } from './definition';
import { parseDefinition, type ParsedDefinition } from './parse-definition';

/**
 * Reads a definition from outside the package: a draft, a file, a backup, a catalogue. All of them pass this
 * check. For pages of the extension, the service and the command line; the worker does not contain it.
 */
export function checkImportedDefinition(value: unknown): ParsedDefinition {
  return checkListedDefinition(value, undefined);
}

/**
 * Reads a definition of a public list that repairs a packaged one. It may make the same requests as the
 * packaged one, word for word and filled from the same sources, even those that a definition from outside may
 * not make on its own.
 */
export function checkListedDefinition(value: unknown, packaged: Definition | undefined): ParsedDefinition {
  const parsed = parseDefinition(value);
  if (!parsed.ok) return parsed;
  const { definition } = parsed;
  const ofRequests = checkRequests(withoutKnown(definition, packaged));
  const problems = [...checkAuthoredDefinition(definition), ...ofRequests];
  return problems.length === 0 ? parsed : { ok: false, problems: problems.slice(0, 100) };
}

/** The definition without endpoints that the packaged one has too, if the same values fill them. */
function withoutKnown(definition: Definition, packaged: Definition | undefined): Definition {
  const { endpoints } = definition;
  if (endpoints === undefined || packaged?.endpoints === undefined) return definition;
  const known = packaged.pages.flatMap(({ values = {} }) => Object.entries(values));
  const isKnown = (entry: readonly [string, unknown]) => known.some((one) => deepEqual(one, entry));
  const filled = definition.pages.flatMap(({ values = {} }) => Object.entries(values));
  if (!filled.every(isKnown)) return definition;
  const others = Object.entries(endpoints).filter(
    ([name, endpoint]) => !deepEqual(endpoint, packaged.endpoints?.[name]),
  );
  return { ...definition, endpoints: Object.fromEntries(others) };
}

/** The definition with the proof for the worker; an empty proof if the check refuses it. */
export function withProof(value: unknown): CheckedDefinition {
  const checked = checkImportedDefinition(value);
  return checked.ok
    ? { definition: checked.definition, proof: proofOf(checked.definition) }
    : { definition: value, proof: '' };
}
