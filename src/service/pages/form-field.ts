/** The text of a form field. Empty when the field is missing, repeated or a file. */
export function field(form: Record<string, unknown>, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}
