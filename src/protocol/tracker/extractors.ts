import { isRecord } from '../../core/values/is-record';

/** Values of a definition below this depth are not checked. */
const DEPTH = 20;

/**
 * Whether one of the selectors in `extractors` selects everything, which API v1 refuses. The format of
 * extractors is not documented, so every text under a name that contains "selector" counts as one.
 */
export function universalSelector(extractors: unknown, isSelector = false, depth = 0): boolean {
  if (typeof extractors === 'string') return isSelector && isUniversal(extractors);
  if (depth > DEPTH || typeof extractors !== 'object' || extractors === null) return false;
  if (Array.isArray(extractors))
    return extractors.some((one) => universalSelector(one, isSelector, depth + 1));
  return Object.entries(extractors).some(([name, value]) =>
    universalSelector(value, isSelector || /selector/i.test(name), depth + 1),
  );
}

const UNIVERSAL: ReadonlySet<string> = new Set(['*']);

/**
 * `*` alone, in a list, or at the end of a chain: `main *`. In an attribute (`[href*=watch]`) it is not
 * universal.
 */
function isUniversal(selector: string): boolean {
  return selector
    .slice(0, 2000)
    .split(']')
    .map((part) => part.split('[')[0] ?? '')
    .join('')
    .split(',')
    .some((one) =>
      UNIVERSAL.has(
        one
          .trim()
          .split(/[\s>+~]/)
          .at(-1) ?? '',
      ),
    );
}

/**
 * Our own definition in a submitted one: beside the extractors under `matinee`, or in their place.
 * `undefined`: there are only extractors.
 */
export function ownDefinition(definition: Readonly<Record<string, unknown>>): unknown {
  const { matinee, extractors, ...rest } = definition;
  if (isRecord(matinee)) return matinee;
  const isOurs = extractors === undefined || 'pages' in rest;
  return isOurs ? rest : undefined;
}
