import { templateNames } from '../../core/definition/template';
import type { Place } from './visit';

export type Report = (place: Place, message: string) => void;

/** Reports the names in a template that nothing gives. */
export function checkTemplate(
  template: string | undefined,
  place: Place,
  names: ReadonlySet<string>,
  report: Report,
): void {
  for (const name of templateNames(template ?? '')) {
    if (names.has(name)) continue;
    const known = [...names].join(', ');
    report(place, `{${name}} is neither a group of the address nor a value of the page; there are ${known}`);
  }
}
