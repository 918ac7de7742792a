/**
 * Text of a page without what looks like a mail address, a token or a long number. `known` parts stay anyway:
 * the ids of the address, which a definition compares.
 */
export function redactText(text: string, known?: ReadonlySet<string>): string {
  const instead = (word: string) => (found: string) => (known?.has(found) === true ? found : word);
  return text
    .slice(0, 2_000)
    .replaceAll(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, 'someone@example.org')
    .replaceAll(/\beyJ[\w-]{8,}(?:\.[\w-]+){0,2}/g, 'token')
    .replaceAll(/\b(?:sk|pk|ghp|xox[a-z])[_-][\w-]{8,}/g, 'token')
    .replaceAll(/\b[0-9a-f]{24,}\b/gi, instead('token'))
    .replaceAll(
      /(?<=[?&](?:token|auth|key|sig|signature|session|sid|jwt|access_token|user|email)=)[^&#\s]+/gi,
      'token',
    )
    .replaceAll(/\+?\d[\d\s().-]{9,}\d/g, (number) =>
      number.replaceAll(/\D/g, '').length > 9 ? instead('0')(number) : number,
    );
}

/** The parts of an address that look like a long number or a token: ids of what is watched. */
export function idsIn(address: string): ReadonlySet<string> {
  return new Set(address.match(/\b(?:\d{10,}|[0-9a-f]{24,})\b/gi) ?? []);
}

/** JSON with every text and number redacted; at most 12 levels. */
export function redactJson(value: unknown, known?: ReadonlySet<string>, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, known);
  if (typeof value === 'number') return redactNumber(value, known);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth > 12) return null;
  if (Array.isArray(value)) return value.map((one) => redactJson(one, known, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [redactText(key, known), redactJson(one, known, depth + 1)]),
  );
}

/** A number of more than ten digits can be an account or a telephone number. */
function redactNumber(value: number, known?: ReadonlySet<string>): number {
  return Math.abs(value) < 1e10 || known?.has(String(value)) === true ? value : 0;
}

/** A condition on an attribute in a selector, such as `[href^="/series/"]`. */
export type AttributeTest = Readonly<{
  name: string;
  operator: '' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';
  wanted: string;
}>;

/** Every such condition in a text of selectors. */
export function attributeTests(selectors: string): AttributeTest[] {
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
  tests: AttributeTest[],
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

const PART_OPERATORS: AttributeTest['operator'][] = ['^=', '*=', '~=', '|=', '$='];

/** The classes or the id that the selectors name. */
function namesIn(selectors: string, name: string, value: string): string[] {
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
