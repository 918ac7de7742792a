import * as z from 'zod/mini';
import { deviceGrantType } from './device-sign-in';

/** Body of `POST /auth/device/code`. Ours: an optional name under which the person sees the device. */
export const deviceCodeRequestSchema = z.strictObject({
  client_name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
});

/** Body of `POST /auth/device/token`. Documented. */
export const deviceTokenRequestSchema = z.strictObject({
  device_code: z.string().check(z.minLength(1), z.maxLength(500)),
  grant_type: z.literal(deviceGrantType),
});

/** Body of `POST /auth/revoke`. Ours. Without `token` it is the key in the header that ends. */
export const revokeRequestSchema = z.strictObject({
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
