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
