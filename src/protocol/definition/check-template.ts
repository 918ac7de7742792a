import { templateNames } from '../../core/definition/endpoint-request';
import type { DefinitionPlace } from './visit';

export type ReportProblem = (place: DefinitionPlace, message: string) => void;

/** Reports the names in a template that have no value. */
export function checkTemplate(
  template: string | undefined,
  place: DefinitionPlace,
  names: ReadonlySet<string>,
  report: ReportProblem,
): void {
  for (const name of templateNames(template ?? '')) {
    if (names.has(name)) continue;
    const known = [...names].join(', ');
    report(place, `{${name}} is neither a group of the address nor a value of the page; there are ${known}`);
  }
}
