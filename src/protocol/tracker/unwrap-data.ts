import { isRecord } from '../../core/values/is-record';

/**
 * `data` of a success envelope; any other value unchanged. An object whose only field is `data` is an
 * envelope too.
 */
export function unwrapData(response: unknown): unknown {
  const isEnvelope =
    isRecord(response) && 'data' in response && ('success' in response || Object.keys(response).length === 1);
  return isEnvelope ? response['data'] : response;
}
