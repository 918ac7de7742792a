/**
 * Whether a text is a CSS selector that every browser takes, as far as can be told without one. ` >> ` between
 * selectors is ours. Pseudo-elements are refused, since they have no text.
 */
export function isSelector(text: string): boolean {
  return text.split(' >> ').every((part) => isList(part, 0));
}

function isList(text: string, depth: number): boolean {
  if (depth > 4) return false;
  const parts = splitOutside(text, ',');
  return parts !== undefined && parts.every((part) => isComplex(part.trim(), depth));
}

function isComplex(text: string, depth: number): boolean {
  const compound =
    /^(?:[a-zA-Z][\w-]*|\*)?((?:[.#]-?[_a-zA-Z\u00a0-\uffff\\](?:[\w\u00a0-\uffff-]|\\.)*|\[[^\]"']*(?:"[^"]*"|'[^']*')?\s*[isIS]?\s*\]|:[a-z-]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)*)/u;
  let rest = text.replace(/^[>+~]\s*/, (combinator) => (depth > 0 ? '' : combinator));
  if (rest === '') return false;
  while (rest !== '') {
    const match = compound.exec(rest);
    if (match === null || match[0] === '' || !areParts(match[1] ?? '', depth)) return false;
    rest = rest.slice(match[0].length);
    if (rest === '') return true;
    const combinator = /^(?:\s*[>+~]\s*|\s+)(?=\S)/.exec(rest);
    if (combinator === null) return false;
    rest = rest.slice(combinator[0].length);
  }
  return true;
}

function areParts(text: string, depth: number): boolean {
  for (const [attribute] of text.matchAll(/\[[^\]"']*(?:"[^"]*"|'[^']*')?[^\]]*\]/g)) {
    if (
      !/^\[\s*[\w-]+(?:\\?:[\w-]+)?\s*(?:[~|^$*]?=\s*(?:"[^"]*"|'[^']*'|-?[_a-zA-Z][\w-]*)\s*[isIS]?\s*)?\]$/.test(
        attribute,
      )
    )
      return false;
  }
  // What stands in quotes could look like a pseudo-class; that there is an attribute still counts.
  const withoutTexts = text.replaceAll(/\[[^\]"']*(?:"[^"]*"|'[^']*')?[^\]]*\]/g, '[x]');
  for (const [, name = '', , argument] of withoutTexts.matchAll(pseudo))
    if (!isPseudo(name, argument, depth)) return false;
  return true;
}

/** A pseudo-class with what stands in its parentheses, three deep. */
const pseudo = /:([a-z-]+)(\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\))?/g;

function isPseudo(name: string, argument: string | undefined, depth: number): boolean {
  if (argument === undefined) return plain.has(name);
  if (/^(?:is|not|where|has)$/.test(name)) return isList(argument, depth + 1);
  if (/^nth-(?:last-)?(?:child|of-type)$/.test(name))
    return /^\s*(?:even|odd|[+-]?\d*n?(?:\s*[+-]\s*\d+)?)\s*$/.test(argument) && argument.trim() !== '';
  return name === 'lang' || name === 'dir';
}

const plain = new Set([
  'first-child',
  'last-child',
  'only-child',
  'first-of-type',
  'last-of-type',
  'only-of-type',
  'empty',
  'root',
  'checked',
  'disabled',
  'enabled',
  'hover',
  'focus',
  'focus-within',
  'focus-visible',
  'active',
  'target',
  'link',
  'visited',
  'any-link',
  'fullscreen',
  'defined',
  'playing',
  'paused',
  'muted',
]);

/** Undefined when brackets or quotes do not close. */
function splitOutside(text: string, separator: string): string[] | undefined {
  const parts = [''];
  const open: string[] = [];
  let quote = '';
  for (const character of text) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') open.push(character === '(' ? ')' : ']');
    else if (character === ')' || character === ']') {
      if (open.pop() !== character) return undefined;
    } else if (character === separator && open.length === 0) {
      parts.push('');
      continue;
    }
    parts[parts.length - 1] += character;
  }
  return open.length === 0 && quote === '' ? parts : undefined;
}
