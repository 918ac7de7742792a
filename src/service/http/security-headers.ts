import type { Context } from 'hono';
import type { Service } from './environment';
import { setHeader } from './set-header';
import type { RequestStep } from './together';

/** One policy for every response of the service. Scripts run only if `allowOwnScript` was called. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const POLICY_WITH_SCRIPT = POLICY.replace('; ', "; script-src 'self'; ");
const POLICY_WITH_ASKING_SCRIPT = POLICY.replace('; ', "; script-src 'self'; connect-src 'self'; ");

const HEADERS = Object.entries({
  'Content-Security-Policy': POLICY,
  // With `no-referrer`, browsers send forms with `Origin: null`, which `requireOwnOrigin` refuses.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // No page of another site can load a picture or the style sheet, and so find out that the service is there.
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/** A year, in seconds. */
const HSTS = 'max-age=31536000';

/** Adds the headers to every response, including refusals and errors. */
export function securityHeaders(service: Pick<Service, 'publicUrl'>): RequestStep {
  return (c) => {
    for (const [name, value] of HEADERS) setHeader(c, name, value);
    // Responses that may be cached state another value.
    setHeader(c, 'Cache-Control', 'no-store');
    // Looks at the request's address without parsing all of it.
    if ((service.publicUrl ?? c.req.url).startsWith('https:'))
      setHeader(c, 'Strict-Transport-Security', HSTS);
    return undefined;
  };
}

/**
 * Lets the answered page load scripts of the service: passkeys and the review of connectors need one. None
 * may be inline. `isAsking`: the scripts may also request data from the service.
 */
export function allowOwnScript(c: Context, { isAsking = false } = {}): void {
  c.header('Content-Security-Policy', isAsking ? POLICY_WITH_ASKING_SCRIPT : POLICY_WITH_SCRIPT);
}
