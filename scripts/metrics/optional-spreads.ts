import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isNode, visit, type Node } from './source-modules';

/**
 * Places of `...(condition ? {} : { x })` and `...(condition && { x })` in a file. `defined()` of core/values
 * can replace them. A condition for several properties at once does not count.
 */
export function optionalSpreads(root: string, path: string): string[] {
  const code = readFileSync(join(root, path), 'utf8');
  const places: string[] = [];
  visit(parseSync(path, code).program, (node) => {
    if (node.type !== 'SpreadElement' || !isOptional(node)) return;
    places.push(`${path}:${code.slice(0, Number(node['start'])).split('\n').length}`);
  });
  return places;
}

function isOptional(spread: Node): boolean {
  let value = spread['argument'];
  while (isNode(value) && value.type === 'ParenthesizedExpression') value = value['expression'];
  if (!isNode(value)) return false;
  if (value.type === 'LogicalExpression')
    return value['operator'] === '&&' && propertiesOf(value['right']) === 1;
  if (value.type !== 'ConditionalExpression') return false;
  return propertiesOf(value['consequent']) === 0 || propertiesOf(value['alternate']) === 0;
}

/** Number of properties of an object literal; undefined for anything else. */
function propertiesOf(value: unknown): number | undefined {
  if (!isNode(value) || value.type !== 'ObjectExpression') return undefined;
  return Array.isArray(value['properties']) ? value['properties'].length : 0;
}
