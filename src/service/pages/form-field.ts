/** The text of a form's field; nothing when it is missing, given twice or a file. */
export function field(form: Record<string, unknown>, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}
