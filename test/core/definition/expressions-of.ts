import type { Definition } from '../../../src/protocol/definition/definition';
import { visitDefinition } from '../../../src/protocol/definition/visit';

/** All expressions of a definition. */
export function expressionsOf(definition: Definition): readonly string[] {
  const { pages, frames = [] } = definition;
  const found = [
    ...pages.flatMap(({ match }) => [
      match.host,
      match.path,
      match.hash,
      ...Object.values(match.query ?? {}),
    ]),
    ...pages.flatMap(({ match }) => match.exclude ?? []),
    ...frames.map(({ path }) => path),
  ];
  visitDefinition(definition, {
    source(source) {
      if ('matches' in source) found.push(source.matches);
      if ('request' in source) found.push(source.request);
      for (const transform of source.transforms ?? []) {
        if ('regex' in transform) found.push(transform.regex);
        if ('replace' in transform) found.push(transform.replace);
        if ('find' in transform) found.push(transform.matches);
      }
      for (const guard of 'guards' in source ? (source.guards ?? []) : []) found.push(guard.matches);
    },
  });
  return found.filter((pattern) => pattern !== undefined);
}
