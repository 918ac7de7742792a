import { checkAuthoredDefinition } from './check-authored';
import { checkRequests } from './check-requests';
import { proofOf, type CheckedDefinition } from './checked-definition';
import { parseDefinition, type ParsedDefinition } from './parse-definition';

/**
 * Reads a definition from outside of the package: a draft, a file, a backup, a catalogue. All of them pass
 * this check. For pages of the extension, the service and the command line; the worker does not contain it.
 */
export function checkImportedDefinition(value: unknown): ParsedDefinition {
  const parsed = parseDefinition(value);
  if (!parsed.ok) return parsed;
  const problems = [...checkAuthoredDefinition(parsed.definition), ...checkRequests(parsed.definition)];
  return problems.length === 0 ? parsed : { ok: false, problems: problems.slice(0, 100) };
}

/** The definition with the proof for the worker; with an empty one where the check refuses it. */
export function withProof(value: unknown): CheckedDefinition {
  const checked = checkImportedDefinition(value);
  return checked.ok
    ? { definition: checked.definition, proof: proofOf(checked.definition) }
    : { definition: value, proof: '' };
}
