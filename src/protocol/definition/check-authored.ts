import { checkDefinition } from './check';
import { checkSelector } from './check-selector';
import type { ReportProblem } from './check-template';
import type { Definition } from './definition';
import { pathText, type Problem } from './problem';
import { below, visitDefinition } from './visit';

/**
 * Everything that an author has to correct in a definition of valid shape, including its selectors. At most
 * 100 problems.
 */
export function checkAuthoredDefinition(definition: Definition): Problem[] {
  return [...checkDefinition(definition), ...checkSelectors(definition)].slice(0, 100);
}

function checkSelectors(definition: Definition): Problem[] {
  const problems: Problem[] = [];
  const report: ReportProblem = (place, message) => problems.push({ path: pathText(place.path), message });
  visitDefinition(definition, {
    source(source, place) {
      const selectors = source as Readonly<Partial<Record<(typeof selectorKeys)[number], string>>>;
      for (const key of selectorKeys) checkSelector(selectors[key], below(place, key), report);
    },
    endpoint({ select = {} }, place) {
      for (const [name, selector] of Object.entries(select))
        checkSelector(selector, below(place, 'select', name), report);
    },
    player(player, place) {
      for (const key of ['video', 'exclude'] as const) {
        for (const [index, selector] of (player[key] ?? []).entries())
          checkSelector(selector, below(place, key, index), report);
      }
    },
  });
  return problems;
}

/** Fields of sources that contain a selector. */
const selectorKeys = ['text', 'attribute', 'scan', 'exists', 'scriptJson', 'element', 'aroundVideo'] as const;
