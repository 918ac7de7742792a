import type { OpenDraft, Path } from '../draft/use-draft';

/** Properties of the components that edit a part of a source. */
export interface SourcePartProps {
  readonly draft: OpenDraft;
  /** Path of the part in the definition. */
  readonly path: Path;
  /** Name of the source, for screen readers. */
  readonly label: string;
}
