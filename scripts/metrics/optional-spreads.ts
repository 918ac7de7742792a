import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isNode, visit, type Node } from './source-modules';

/** Places of `...(condition ? {} : { x })` in a file, which `defined()` of core/values can replace. */
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
  if (!isNode(value) || value.type !== 'ConditionalExpression') return false;
  return isEmptyObject(value['consequent']) || isEmptyObject(value['alternate']);
}

function isEmptyObject(value: unknown): boolean {
  return (
    isNode(value) &&
    value.type === 'ObjectExpression' &&
    Array.isArray(value['properties']) &&
    value['properties'].length === 0
  );
}
