import * as z from 'zod/mini';

/**
 * Requests of the workbench to the picker script in a page. The schemas of what the page answers are in
 * `workbench.ts`. Each `definition` is a CheckedDefinition on its way to the worker, and the definition alone
 * on its way to the page.
 */
export const workbenchQuestion = z.union([
  z.strictObject({ kind: z.literal('describe') }),
  z.strictObject({ kind: z.literal('try'), definition: z.unknown() }),
  /** Draws the outline on the page. The workbench then polls with `picked`. */
  z.strictObject({ kind: z.literal('pick'), hint: text(200), field: text(40) }),
  z.strictObject({ kind: z.literal('picked') }),
  z.strictObject({ kind: z.literal('leave') }),
  /** The page as a case, reduced to what this definition reads. */
  z.strictObject({ kind: z.literal('snapshot'), definition: z.unknown() }),
]);

export type WorkbenchQuestion = z.infer<typeof workbenchQuestion>;

function text(most: number) {
  return z.string().check(z.minLength(1), z.maxLength(most));
}
