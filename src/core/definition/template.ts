/** The names in `{name}`, `{+name}` of a template, in order. */
export function templateNames(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map((match) => match[2] ?? '');
}

/**
 * Fills a template; undefined if a name has no value (only `{+name}` may be empty). `encode` receives the
 * value and whether its placeholder is `{+name}`.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  encode: (value: string, keepSlashes: boolean) => string = (value) => value,
): string | undefined {
  let complete = true;
  const text = template.replaceAll(PLACEHOLDER, (_, plus: string, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || (value === '' && plus !== '+')) complete = false;
    return encode(value ?? '', plus === '+');
  });
  return complete ? text : undefined;
}

const PLACEHOLDER = /\{(\+?)(\$?[A-Za-z][A-Za-z0-9_]*)\}/g;
