/**
 * The subset of RFC 9535 that definitions use: `$`, `.name`, `['name']`, `[0]`, `[-1]`, `[*]`, `.*`,
 * `..name`, `..[*]` and the filter by equality `[?@.name == 'text']` (string, number, true, false or null;
 * `@.a.b` is allowed). Own properties only, and never `__proto__`, `constructor` or `prototype`.
 */
export type JsonPath = Readonly<{
  steps: PathStep[];
  /** False if the path can find several values (`[*]`, `..`, a filter). */
  single: boolean;
}>;

type PathStep = Readonly<{ deep: boolean }> &
  (
    | Readonly<{ kind: 'name'; name: string }>
    | Readonly<{ kind: 'index'; index: number }>
    | Readonly<{ kind: 'all' }>
    | Readonly<{ kind: 'filter'; names: string[]; value: unknown }>
  );

/** Undefined if the text is not such a path. Keeps up to 500 parsed paths. */
export function parseJsonPath(text: string): JsonPath | undefined {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const path = parse(text);
  if (path !== undefined && parsed.size < 500) parsed.set(text, path);
  return path;
}

/**
 * The values that the path finds, in document order: at most 500 values, after visiting at most 20,000 nodes.
 */
export function findByJsonPath(root: unknown, path: JsonPath): unknown[] {
  let found: unknown[] = [root];
  const budget = { left: 20_000 };
  for (const step of path.steps) {
    const next: unknown[] = [];
    for (const value of found) visit(value, step, next, budget, 0);
    found = next;
  }
  return found;
}

/** The value of an own property of an object or array. */
export function ownProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

const parsed = new Map<string, JsonPath>();

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$-]*`;
const QUOTED = `'[^']*'|"[^"]*"`;
const LITERAL = String.raw`${QUOTED}|-?\d+(?:\.\d+)?|true|false|null`;
const FILTER = String.raw`\?@((?:\.${NAME})+) ?== ?(${LITERAL})`;
const STEP = String.raw`(\.\.?)(${NAME}|\*)|(\.\.)?\[(?:(-?\d{1,6}|\*|${QUOTED})|${FILTER})\]`;

function parse(text: string): JsonPath | undefined {
  if (!text.startsWith('$') || text.length > 300) return undefined;
  const steps: PathStep[] = [];
  const token = new RegExp(STEP, 'uy');
  token.lastIndex = 1;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    const step = match === null || steps.length === 30 ? undefined : toStep(match);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  const single = steps.every((step) => !step.deep && (step.kind === 'name' || step.kind === 'index'));
  return { steps, single };
}

function toStep([, dots, dotName, deepBracket, bracket, filter, literal]: RegExpExecArray):
  PathStep | undefined {
  const deep = (dots ?? deepBracket) === '..';
  const key = dotName ?? bracket ?? '';
  if (key === '*') return { kind: 'all', deep };
  if (/^-?\d/.test(key)) return { kind: 'index', index: Number(key), deep };
  const name = key.replaceAll(/^['"]|['"]$/g, '');
  const names = filter?.slice(1).split('.') ?? [name];
  if (names.some((one) => /^(?:__proto__|constructor|prototype)$/.test(one))) return undefined;
  if (literal === undefined) return { kind: 'name', name, deep };
  const value: unknown = /^['"]/.test(literal) ? literal.slice(1, -1) : JSON.parse(literal);
  return { kind: 'filter', names, value, deep };
}

function visit(
  value: unknown,
  step: PathStep,
  found: unknown[],
  budget: { left: number },
  depth: number,
): void {
  if (typeof value !== 'object' || value === null || found.length >= 500 || budget.left-- <= 0) return;
  found.push(...take(value, step).slice(0, 500));
  if (!step.deep || depth > 60) return;
  for (const child of Object.values(value)) visit(child, step, found, budget, depth + 1);
}

function take(value: object, step: PathStep): unknown[] {
  switch (step.kind) {
    case 'name':
      return !Array.isArray(value) && Object.hasOwn(value, step.name) ? [ownProperty(value, step.name)] : [];
    case 'index':
      return Array.isArray(value) ? value.slice(step.index, step.index + 1 || undefined) : [];
    case 'all':
      return Object.values(value);
    case 'filter':
      return Object.values(value).filter((child) => step.names.reduce(ownProperty, child) === step.value);
  }
}
