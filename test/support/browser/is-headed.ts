/** Whether `MATINEE_HEADED=1` is set, so that the browsers of the tests show their windows. */
export function isHeaded(): boolean {
  return process.env['MATINEE_HEADED'] === '1';
}
