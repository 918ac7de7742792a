/** The address of a public list, and the id it must have. */
export type ListAddress = Readonly<{
  /** Ends without a slash. */
  base: string;
  /** Its id, as the maintainers state it after `#`. Absent: whoever answers first is trusted. */
  id?: string;
}>;

/**
 * `https://list.example/connectors#<id>`; http only on this computer. `undefined` if it is no such address.
 */
export function readListAddress(text: string): ListAddress | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || url.username !== '' || url.search !== '') return undefined;
  const isHere = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url.protocol !== 'https:' && !isHere) return undefined;
  const base = withoutSlashes(`${url.origin}${url.pathname}`);
  if (url.hash === '') return { base };
  return /^#[0-9a-f]{64}$/.test(url.hash) ? { base, id: url.hash.slice(1) } : undefined;
}

/** Removes slashes at the end. A regular expression would take quadratic time in their number. */
function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** The address of a connector's file, below that of its list. */
export function targetPath({ id, sha256 }: Readonly<{ id: string; sha256: string }>): string {
  return `targets/${sha256}.${id}.json`;
}

/** Why a public list, or one of its files, is refused; each has a text `catalogue_why_<name>`. */
export type ListRefusal =
  /** The address does not answer. */
  | 'unreachable'
  | 'too_large'
  /** In another format, or not what another file states about it. */
  | 'damaged'
  /** Fewer keys have signed than the role requires. */
  | 'signature'
  /** The list begins with other keys than the trusted ones. */
  | 'other_key'
  /** An earlier state than one seen before. */
  | 'older'
  | 'expired'
  /** Two contents have the same number. */
  | 'forked';

export class ListRefused extends Error {
  override readonly name = 'ListRefused';

  constructor(
    readonly why: ListRefusal,
    /** The name of the file. */
    readonly detail = '',
  ) {
    super(`${detail} ${why}`.trim());
  }
}
