/** A condition on an attribute in a selector: `[href^="/series/"]`. No operator asks only that it is there. */
export interface AttributeTest {
  readonly name: string;
  readonly operator: '' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';
  readonly wanted: string;
}

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
 * Of an attribute the least that selectors ask for: of a class list those classes, of an address the part that is
 * compared; undefined where nobody asks.
 */
export function neededValue(
  element: Element,
  name: string,
  value: string,
  selectors: string,
  tests: readonly AttributeTest[],
): string | undefined {
  if (
    /^(?:input|textarea|select|option|button|form)$/.test(element.localName) &&
    name !== 'id' &&
    name !== 'class'
  )
    return undefined;
  if (
    (element.localName === 'meta' || element.localName === 'script') &&
    ['property', 'name', 'itemprop', 'type'].includes(name)
  )
    return value;
  const passed = tests.filter((test) => test.name === name && passes(test, value));
  const compared = ['=', '^=', '*=', '~=', '|=', '$='].flatMap((operator) =>
    passed.filter((test) => test.operator === operator).map(({ wanted }) => wanted),
  );
  if (passed.some(({ operator }) => operator === '=')) return value;
  const named =
    name === 'class'
      ? value.split(/\s+/).filter((part) => selectors.includes(`.${part}`))
      : name === 'id' && selectors.includes(`#${value}`)
        ? [value]
        : [];
  const parts = [...new Set([...compared, ...named])].filter((part) => part !== '');
  if (parts.length > 0) return parts.join(' ');
  return passed.length > 0 ? '' : undefined;
}

function passes({ operator, wanted }: AttributeTest, value: string): boolean {
  switch (operator) {
    case '':
      return true;
    case '=':
      return value === wanted;
    case '~=':
      return value.split(/\s+/).includes(wanted);
    case '|=':
      return value === wanted || value.startsWith(`${wanted}-`);
    case '^=':
      return wanted !== '' && value.startsWith(wanted);
    case '$=':
      return wanted !== '' && value.endsWith(wanted);
    case '*=':
      return wanted !== '' && value.includes(wanted);
  }
}
