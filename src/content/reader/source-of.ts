import type { Guard, SourceKind } from '../../protocol/definition/definition';

/** A source without guards; a guard itself has such a source. */
export type BareSource = NonNullable<Guard['of']>;

/** The source of one kind. */
export type SourceOf<Kind extends SourceKind> = Extract<BareSource, Readonly<Record<Kind, unknown>>>;
