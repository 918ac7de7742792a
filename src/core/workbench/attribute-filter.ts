/** A condition on an attribute in a selector, such as `[href^="/series/"]`. */
export type AttributeTest = Readonly<{
  name: string;
  operator: '' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';
  wanted: string;
}>;

/** Every such condition in a text of selectors. */
export function attributeTests(selectors: string): readonly AttributeTest[] {
  return [
    ...selectors.matchAll(
      /\[\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\]\s]+)\s*[is]?\s*)?\]/g,
    ),
  ].map(([, name = '', operator = '', wanted = '']) => ({
    name: name.toLowerCase(),
    operator: operator as AttributeTest['operator'],
    wanted: /^["']/.test(wanted) ? wanted.slice(1, -1).replaceAll(/\\(.)/g, '$1') : wanted,
  }));
}

/**
 * The smallest part of an attribute that the selectors need: those classes of a class list, the compared part
 * of an address. Undefined if no selector needs it, and for the state of forms, which is private.
 */
export function neededValue(
  element: Element,
  name: string,
  value: string,
  selectors: string,
  tests: readonly AttributeTest[],
): string | undefined {
  const { localName } = element;
  if (FORM_ELEMENT.test(localName) && name !== 'id' && name !== 'class') return undefined;
  if (/^(?:meta|script)$/.test(localName) && IDENTIFYING.has(name)) return value;
  const passed = tests.filter((test) => test.name === name && passes(test, value));
  if (passed.some(({ operator }) => operator === '=')) return value;
  const compared = PART_OPERATORS.flatMap((operator) =>
    passed.filter((test) => test.operator === operator).map(({ wanted }) => wanted),
  );
  const named = namesIn(selectors, name, value);
  const parts = [...new Set([...compared, ...named])].filter((part) => part !== '');
  if (parts.length > 0) return parts.join(' ');
  return passed.length > 0 ? '' : undefined;
}

const FORM_ELEMENT = /^(?:input|textarea|select|option|button|form)$/;
/** Attributes by which meta and script elements are found. */
const IDENTIFYING: ReadonlySet<string> = new Set(['property', 'name', 'itemprop', 'type']);
const PART_OPERATORS: readonly AttributeTest['operator'][] = ['^=', '*=', '~=', '|=', '$='];

/** The classes or the id that the selectors name. */
function namesIn(selectors: string, name: string, value: string): readonly string[] {
  if (name === 'class') return value.split(/\s+/).filter((part) => selectors.includes(`.${part}`));
  return name === 'id' && selectors.includes(`#${value}`) ? [value] : [];
}

function passes({ operator, wanted }: AttributeTest, value: string): boolean {
  return comparisons[operator](value, wanted);
}

/** The attribute operators of CSS; the empty one asks only that the attribute is there. */
const comparisons: {
  readonly [Operator in AttributeTest['operator']]: (value: string, wanted: string) => boolean;
} = {
  '': () => true,
  '=': (value, wanted) => value === wanted,
  '~=': (value, wanted) => value.split(/\s+/).includes(wanted),
  '|=': (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
  '^=': (value, wanted) => wanted !== '' && value.startsWith(wanted),
  '$=': (value, wanted) => wanted !== '' && value.endsWith(wanted),
  '*=': (value, wanted) => wanted !== '' && value.includes(wanted),
};
