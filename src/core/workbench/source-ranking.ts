import { proposalKinds, type Proposal } from './page-facts';

/**
 * Whether a class name or id was made by a build (`css-1x2y3z`, `sc-bdVaJa`, `Title_title__3kQ2a`, `_1a2b3`) and dies with
 * the next one. Names that people write are words.
 */
export function isHashedName(name: string): boolean {
  if (
    /^(?:css|sc|jss|emotion|makeStyles|styled)-?[\w-]*\d/i.test(name) ||
    /^(?:css|sc|jss)-[A-Za-z0-9]{4,}(?:-\d+)?$/.test(name)
  )
    return true;
  // CSS modules end in a hash: Player_title__a1B2c, title--3kQ2a, title_x7Yz1.
  const last = name.split(/__|--|_/).at(-1) ?? '';
  if (last !== name && looksRandom(last)) return true;
  if (/^_?[a-z]{1,2}\d{2,}[\w-]*$/i.test(name) || /^[0-9a-f]{6,}$/i.test(name)) return true;
  return name.split(/[-_]/).some((part) => looksRandom(part));
}

/** No word: digits among letters, or capitals where no camel-case has them, or letters that nobody can say. */
function looksRandom(part: string): boolean {
  if (
    part.length < 4 ||
    /^(?:\d+|h\d|[a-z]+\d{1,2}|\d{1,2}[a-z]{1,2}|\d+x\d+|[A-Z][a-z]+\d{1,2})$/.test(part)
  )
    return false;
  const digits = part.match(/\d/g)?.length ?? 0;
  if (digits > 0 && /[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d/.test(part)) return true;
  if (digits >= 2 && /[A-Za-z]/.test(part)) return true;
  const humps = part.match(/[a-z][A-Z]/g)?.length ?? 0;
  if (/[A-Z]{2,}[a-z]+[A-Z]|[a-z][A-Z]{2,}[a-z]/.test(part) && part.length < 10) return true;
  if (humps > 0 && part.length <= humps * 3 + 3) return true;
  return part.length >= 5 && part.length <= 9 && !/[aeiouyäöü]/i.test(part) && !known.has(part.toLowerCase());
}

const known: ReadonlySet<string> = new Set(['https', 'mpgth', 'ctrls', 'thmbs']);

/** Best first: kind, then the one that finds a single element, then the shorter one. Fragile ones stand last. */
export function rankProposals(proposals: readonly Proposal[]): readonly Proposal[] {
  const seen = new Set<string>();
  const unique = proposals.filter(({ source }) => {
    const key = JSON.stringify(source);
    return !seen.has(key) && seen.add(key);
  });
  return unique.sort((a, b) => score(a) - score(b)).slice(0, 12);
}

function score({ kind, count, fragile, source }: Proposal): number {
  return (
    (fragile ? 1_000 : 0) +
    proposalKinds.indexOf(kind) * 10 +
    (count > 1 ? 5 : 0) +
    Math.min(JSON.stringify(source).length / 100, 4)
  );
}
