import { templateNames } from '../../core/definition/endpoint-request';
import { AttributeAction, isTraversal, parse, SelectorType, type Selector, type Traversal } from 'css-what';
import type { DefinitionPlace } from './visit';

/** Reports a selector that a browser would refuse. Without a selector nothing is checked. */
export function checkSelector(
  selector: string | undefined,
  place: DefinitionPlace,
  report: ReportProblem,
): void {
  if (selector !== undefined && !isSelector(selector))
    report(place, `not a valid selector; found ${JSON.stringify(selector)}`);
}

/**
 * Whether every browser accepts the selector, as far as this can be decided without one. ` >> ` separates
 * selectors that apply inside a shadow root or frame.
 *
 * `css-what` parses them. It also accepts syntax that only jQuery or HTML tools know (`[a!=b]`, names such as
 * `$x`, any pseudo-class), which is refused here. Pseudo-elements are refused because they have no text. Also
 * refused are elements that a person fills in, and selectors that take seconds on a page of 16,000 elements:
 * more than one `:has`, or one that contains more than an element or a child.
 */
export function isSelector(text: string): boolean {
  return text.split(' >> ').every((part) => {
    try {
      return (
        !hasInvalidValue(part) &&
        part.split(/:has\(/i).length <= 2 &&
        isList(parse(part), { hasEscapes: part.includes('\\'), depth: 0 })
      );
    } catch {
      return false;
    }
  });
}

type SelectorContext = Readonly<{
  /** `css-what` removes escapes from names, so whether such a name is valid cannot be decided. */
  hasEscapes: boolean;
  /** Depth of nested lists, as in `:is(:not(a))`. */
  depth: number;
}>;

const MAXIMUM_DEPTH = 4;

function isList(list: Selector[][], context: SelectorContext, isRelative = false): boolean {
  if (list.length === 0 || context.depth > MAXIMUM_DEPTH) return false;
  return list.every((tokens) => isComplex(tokens, context, isRelative));
}

/** A relative selector, as in `:has(> a)`, can begin with a combinator. */
function isComplex(tokens: Selector[], context: SelectorContext, isRelative: boolean): boolean {
  const begin = isRelative && tokens[0] && isTraversal(tokens[0]) ? 1 : 0;
  const parts = tokens.slice(begin);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || isTraversal(first) || isTraversal(last)) return false;
  return tokens.every((token, index) => {
    const previous = tokens[index - 1];
    // The name of an element comes first: `[a]b` is invalid.
    const isFirst = previous === undefined || isTraversal(previous);
    const isName = token.type === SelectorType.Tag || token.type === SelectorType.Universal;
    return isTraversal(token) ? combinators.has(token.type) : (isFirst || !isName) && isPart(token, context);
  });
}

const combinators: ReadonlySet<SelectorType> = new Set([
  SelectorType.Adjacent,
  SelectorType.Child,
  SelectorType.Descendant,
  SelectorType.Sibling,
]);

type SelectorPart = Exclude<Selector, Traversal>;
type PartCheck<Token> = (token: Token, context: SelectorContext) => boolean;

function isPart(token: SelectorPart, context: SelectorContext): boolean {
  // The entry belongs to this type of token, which the type of a table cannot express.
  const check = partChecks[token.type] as PartCheck<SelectorPart>;
  return check(token, context);
}

const partChecks: {
  readonly [Type in SelectorPart['type']]: PartCheck<Extract<SelectorPart, { type: Type }>>;
} = {
  [SelectorType.Tag]: ({ name, namespace }, context) =>
    namespace === null && isIdentifier(name, context) && !controls.has(name.toLowerCase()),
  [SelectorType.Universal]: ({ namespace }) => namespace === null,
  [SelectorType.Attribute]({ name, namespace, action, value, ignoreCase }, context) {
    if (namespace !== null || action === AttributeAction.Not || !isIdentifier(name, context)) return false;
    if (filledIn.has(name.toLowerCase())) return false;
    const isClassOrId = ignoreCase === 'quirks';
    return !isClassOrId || isIdentifier(value, context);
  },
  [SelectorType.Pseudo]({ name, data }, context) {
    if (data === null) return pseudoClasses.has(name);
    if (typeof data === 'string') return isArgument(name, data);
    if (name === 'has') return isPlainHas(data) && isList(data, deeper(context), true);
    return /^(?:is|not|where)$/.test(name) && isList(data, deeper(context));
  },
  [SelectorType.PseudoElement]: () => false,
};

/** `:has(a.b)` or `:has(> a.b)`: the browser looks at each element inside once. */
function isPlainHas([tokens = [], ...others]: Selector[][]): boolean {
  const [first, ...rest] = tokens;
  const parts = first?.type === SelectorType.Child ? rest : tokens;
  const isPlain = (token: Selector) => !isTraversal(token) && token.type !== SelectorType.Pseudo;
  return others.length === 0 && parts.every(isPlain);
}

/** Elements that a person fills in, and attributes that contain what was filled in. */
const controls: ReadonlySet<string> = new Set(['input', 'textarea', 'select', 'option', 'datalist']);
const filledIn: ReadonlySet<string> = new Set(['value', 'contenteditable']);

function deeper({ hasEscapes, depth }: SelectorContext): SelectorContext {
  return { hasEscapes, depth: depth + 1 };
}

function isArgument(name: string, argument: string): boolean {
  if (/^nth-(?:last-)?(?:child|of-type)$/.test(name))
    return /^\s*(?:even|odd|[+-]?\d*n(?:\s*[+-]\s*\d+)?|[+-]?\d+)\s*$/i.test(argument);
  return name === 'lang' || name === 'dir';
}

function isIdentifier(name: string, { hasEscapes }: SelectorContext): boolean {
  return hasEscapes || /^(?:--|-?[_a-zA-Z\u00a0-\uffff])[\w\u00a0-\uffff-]*$/.test(name);
}

/**
 * An attribute value without quotes that is not an identifier, as in `[a=5]`. `css-what` does not report
 * quotes.
 */
function hasInvalidValue(selector: string): boolean {
  const withoutStrings = selector.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)/gs, '""');
  return /=\s*(?!""|(?:--|-?[_a-zA-Z\u00a0-\uffff\\])[\w\u00a0-\uffff\\-]*\s*[is]?\s*\])/i.test(
    withoutStrings,
  );
}

const pseudoClasses: ReadonlySet<string> = new Set([
  'first-child',
  'last-child',
  'only-child',
  'first-of-type',
  'last-of-type',
  'only-of-type',
  'empty',
  'root',
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
