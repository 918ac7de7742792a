/**
 * Requests of the workbench to the picker script in a page. The schemas of what the page answers are in
 * `workbench.ts`. Each `definition` is a CheckedDefinition on its way to the worker, which reads nothing else
 * of a question, and the definition alone on its way to the page.
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
