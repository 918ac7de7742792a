import type { Diagnostic } from '@codemirror/lint';
import { readDraft } from '../draft/read-draft';
import { placeOf } from './json-place';

/** Problems that are marked in the text. */
const MAX_DIAGNOSTICS = 50;

/** The problems of a definition as marks in its text. */
export function diagnostics(text: string): Diagnostic[] {
  const reading = readDraft(text);
  if (reading.state === 'good') return [];
  if (reading.state === 'broken') {
    const from = Math.min(reading.at, Math.max(0, text.length - 1));
    const to = Math.min(reading.at + 1, text.length);
    return [{ from, to, severity: 'error', message: reading.message }];
  }
  return reading.problems.slice(0, MAX_DIAGNOSTICS).map(({ path, message }) => ({
    ...placeOf(text, path),
    severity: 'error',
    message: path === '' ? message : `${path} ${message}`,
  }));
}
