import type { Step } from '../evening/step';

/** A defect that is planted in one line of the sources, to show that the simulation finds such defects. */
export interface Fault {
  readonly name: string;
  readonly file: string;
  /** Text that is in the file exactly once. */
  readonly search: string;
  readonly replace: string;
  /**
   * Whether an evening has what can show it; the others are not run. Without this all are.
   */
  readonly needs?: (steps: readonly Step[]) => boolean;
}
