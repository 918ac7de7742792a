import { findNodeAtLocation, parseTree, type JSONPath, type Node } from 'jsonc-parser';

/** A part of a text, as offsets. */
export type TextRange = Readonly<{
  from: number;
  to: number;
}>;

/**
 * Where a path such as `pages[0].item.title` is in a JSON text: the key of its last part, or the nearest part
 * around it that exists. Covers only its first line; for a path that does not exist at all, the first
 * character of the text. The text may be incomplete.
 */
export function placeOf(text: string, path: string): TextRange {
  const root = parseTree(text);
  const node = root === undefined ? undefined : nearestNode(root, segmentsOf(path));
  if (node === undefined) return { from: 0, to: Math.min(1, text.length) };
  return firstLine(text, keyOf(node) ?? node);
}

/** The node at a path or, where there is none, at the longest part of the path that exists. */
function nearestNode(root: Node, path: JSONPath): Node | undefined {
  if (path.length === 0) return undefined;
  return findNodeAtLocation(root, path) ?? nearestNode(root, path.slice(0, -1));
}

function segmentsOf(path: string): JSONPath {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  );
}

/** The key of a value in an object; `undefined` for an element of a list. */
function keyOf({ parent }: Node): Node | undefined {
  return parent?.type === 'property' ? parent.children?.[0] : undefined;
}

function firstLine(text: string, { offset, length }: Node): TextRange {
  const end = text.indexOf('\n', offset);
  return { from: offset, to: Math.min(offset + length, end === -1 ? text.length : end) };
}
