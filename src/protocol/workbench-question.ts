/**
 * Requests of the workbench to the picker script in a page. The schemas of the page's answers are in
 * `workbench.ts`. On its way to the worker each `definition` is a CheckedDefinition, and the worker reads
 * nothing else of a question; on its way to the page it is the definition alone.
 */
export type WorkbenchQuestion =
  | Readonly<{ kind: 'describe' }>
  | Readonly<{ kind: 'try'; definition: unknown }>
  /** Draws the outline on the page. The workbench then polls with `picked`. */
  | Readonly<{ kind: 'pick'; hint: string; field: string }>
  | Readonly<{ kind: 'picked' }>
  | Readonly<{ kind: 'leave' }>
  /** The page as a case, reduced to what this definition reads. */
  | Readonly<{ kind: 'snapshot'; definition: unknown }>;
