import { safeParse, type ZodMiniType } from 'zod/mini';
import { envelopeSchema } from '../protocol/tracker/envelope';
import { TrackerError } from './tracker-error';

/** `data` of the success envelope. Throws `malformed` for every other response. */
export function readData(response: unknown): unknown {
  const { success, data } = readResponse(response, envelopeSchema);
  requireSuccess(success);
  return data;
}

/** The response, parsed by the schema. Throws `malformed` if it does not fit. */
export function readResponse<T>(response: unknown, schema: ZodMiniType<T>): T {
  const result = safeParse(schema, response);
  if (!result.success) throw new TrackerError('malformed');
  return result.data;
}

/** Throws `malformed` for `success: false`: by its documents, an error has an error status. */
export function requireSuccess(success: boolean | undefined): void {
  if (success === false) throw new TrackerError('malformed');
}
