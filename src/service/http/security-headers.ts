import type { Context } from 'hono';
import type { Service } from './environment';
import { setHeader } from './set-header';
import type { RequestStep } from './together';

/** One policy for everything that the service answers. Scripts run only where `allowOwnScript` was called. */
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
  // With `no-referrer` browsers send forms with `Origin: null`, which `requireOwnOrigin` refuses.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // No page of another site can load a picture or the style sheet, and find out that the service is there.
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/** A year, in seconds. */
const HSTS = 'max-age=31536000';

/** Adds the headers to every response, also to refusals and faults. */
export function securityHeaders(service: Pick<Service, 'publicUrl'>): RequestStep {
  return (c) => {
    for (const [name, value] of HEADERS) setHeader(c, name, value);
    // What may be kept states another value.
    setHeader(c, 'Cache-Control', 'no-store');
    // Of the request, without reading all of its address.
    if ((service.publicUrl ?? c.req.url).startsWith('https:'))
      setHeader(c, 'Strict-Transport-Security', HSTS);
    return undefined;
  };
}

/**
 * Lets the page that is answered load scripts of the service: passkeys and the review of connectors need one.
 * None may be inline. `isAsking`: they may also ask the service for data.
 */
export function allowOwnScript(c: Context, { isAsking = false } = {}): void {
  c.header('Content-Security-Policy', isAsking ? POLICY_WITH_ASKING_SCRIPT : POLICY_WITH_SCRIPT);
}
