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
