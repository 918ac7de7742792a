import { checkAuthoredDefinition } from './check-authored';
import { checkRequests } from './check-requests';
import { parseDefinition, type ParsedDefinition } from './parse-definition';

/**
 * Reads a definition from outside of the package: a draft, a file, a backup, a catalogue. All of them pass
 * this check, and that of the worker before they are stored (`readImportedDefinition`).
 */
export function checkImportedDefinition(value: unknown): ParsedDefinition {
  const parsed = parseDefinition(value);
  if (!parsed.ok) return parsed;
  const problems = [...checkAuthoredDefinition(parsed.definition), ...checkRequests(parsed.definition)];
  return problems.length === 0 ? parsed : { ok: false, problems: problems.slice(0, 100) };
}
