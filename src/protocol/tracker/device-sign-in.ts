import * as z from 'zod/mini';
import { webAddress } from '../definition/value-schemas';

/** Documented value of `grant_type`. */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** `client_id` of the extension. Our tracker grants it the scope `extension`. */
export const extensionClientId = 'matinee-extension';

/** Response of `POST /auth/device/code`: the fields of RFC 8628, section 3.2; times in seconds. */
export const deviceCodeSchema = z.object({
  device_code: z.string().check(z.minLength(1), z.maxLength(500)),
  user_code: z.string().check(z.minLength(1), z.maxLength(50)),
  verification_uri: webAddress,
  verification_uri_complete: z.optional(webAddress),
  expires_in: z.int().check(z.minimum(1)),
  /** RFC 8628: 5 if absent. */
  interval: z.optional(z.int().check(z.minimum(1))),
});
export type DeviceCode = z.infer<typeof deviceCodeSchema>;

/** Response of `POST /auth/device/token`. Documented, except `account_id`. */
export const deviceTokenSchema = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(4096)),
  token_type: z.string().check(z.regex(/^bearer$/i)),
  /** The unit is not documented. Ours: seconds, as in RFC 6749. */
  expires_in: z.int().check(z.minimum(0)),
  /** Ours: identifies the person, so that a client recognizes its queued updates after another sign-in. */
  account_id: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});
