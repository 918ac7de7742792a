import type { Guard, SourceKind } from '../../protocol/definition/definition';

/** A source without guards, such as a guard itself has. */
export type BareSource = NonNullable<Guard['of']>;

/** The source of one kind. */
export type SourceOf<Kind extends SourceKind> = Extract<BareSource, Readonly<Record<Kind, unknown>>>;
