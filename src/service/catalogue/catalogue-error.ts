/**
 * `unreachable`: no answer, or one that cannot be read. `busy`: the film database asks to wait, or too many
 * questions wait. `spent`: the allowance of the question is used up.
 */
export type CatalogueErrorCode = 'unreachable' | 'busy' | 'spent';

export interface CatalogueErrorOptions extends ErrorOptions {
  /** After how many milliseconds the question can be repeated. */
  readonly retryAfterMs?: number;
}

/** The catalogue cannot look. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code: CatalogueErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: CatalogueErrorCode,
    message: string,
    { retryAfterMs, ...options }: CatalogueErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
