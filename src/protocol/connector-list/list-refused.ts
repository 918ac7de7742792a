/** Why a public list, or one of its files, is not taken; each has a text `catalogue_why_<name>`. */
export type ListRefusal =
  /** The address does not answer. */
  | 'unreachable'
  | 'too_large'
  /** Of another form, or not what another file says of it. */
  | 'damaged'
  /** Fewer keys have signed than the role demands. */
  | 'signature'
  /** It begins with other keys than those that are believed. */
  | 'other_key'
  /** An earlier state of what was seen before. */
  | 'older'
  | 'expired'
  /** Two contents have the same number. */
  | 'forked';

export class ListRefused extends Error {
  override readonly name = 'ListRefused';

  constructor(
    readonly why: ListRefusal,
    /** The file. */
    readonly detail = '',
  ) {
    super(`${detail} ${why}`.trim());
  }
}
