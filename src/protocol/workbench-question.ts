/**
 * Requests of the workbench to the picker script in a page. The schemas of what the page answers are in
 * `workbench.ts`. Each `definition` is a CheckedDefinition on its way to the worker, which reads nothing else
 * of a question, and the definition alone on its way to the page.
 */
export type WorkbenchQuestion =
  | { readonly kind: 'describe' }
  | { readonly kind: 'try'; readonly definition: unknown }
  /** Draws the outline on the page. The workbench then polls with `picked`. */
  | { readonly kind: 'pick'; readonly hint: string; readonly field: string }
  | { readonly kind: 'picked' }
  | { readonly kind: 'leave' }
  /** The page as a case, reduced to what this definition reads. */
  | { readonly kind: 'snapshot'; readonly definition: unknown };
