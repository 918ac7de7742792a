import * as z from 'zod/mini';
import { deviceGrantType, deviceTokenSchema } from './device-sign-in';

const clientId = z.optional(z.string().check(z.minLength(1), z.maxLength(200)));

/**
 * Body of `POST /auth/device/code`. Documented: `client_id`, and the name of at most 64 characters under
 * which the person sees the device. Ours: `scope` of RFC 8628, section 3.1.
 */
export const deviceCodeRequestSchema = z.strictObject({
  client_name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  client_id: clientId,
  scope: z.optional(z.string().check(z.maxLength(500))),
});

/** Body of `POST /auth/device/approve`. */
export const approvalRequestSchema = z.object({
  user_code: z.string().check(z.minLength(1), z.maxLength(20)),
});

/** Body of `POST /auth/device/token`. Documented, except `client_id`: RFC 8628, section 3.4. */
export const deviceTokenRequestSchema = z.strictObject({
  device_code: z.string().check(z.minLength(1), z.maxLength(500)),
  grant_type: z.literal(deviceGrantType),
  client_id: clientId,
});

/** The token with its scope, if the device asked for one (RFC 6749, section 5.1). */
export const grantedTokenSchema = z.extend(deviceTokenSchema, {
  token_type: z.literal('Bearer'),
  scope: z.optional(z.string()),
});
export type GrantedToken = z.infer<typeof grantedTokenSchema>;

/** Body of `POST /auth/revoke`. Ours. Without `token`, the key in the header is revoked. */
export const revokeRequestSchema = z.strictObject({
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
