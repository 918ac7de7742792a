import { Hono } from 'hono';
import { deviceGrantType } from '../../protocol/tracker/device-sign-in';
import { originOf, type Env, type Service } from '../http/environment';
import { KEY_SCOPES } from '../store/keys';

/**
 * Ours: tells OAuth clients where to find the device sign-in (RFC 8414). Fields that cannot be used here are
 * empty, because the RFC requires them.
 */
export function authorizationServerRoute(service: Pick<Service, 'publicUrl'>) {
  return new Hono<Env>().get('/.well-known/oauth-authorization-server', (c) => {
    const origin = originOf(c, service);
    return c.json({
      issuer: origin,
      device_authorization_endpoint: `${origin}/api/v1/auth/device/code`,
      token_endpoint: `${origin}/api/v1/auth/device/token`,
      revocation_endpoint: `${origin}/api/v1/auth/revoke`,
      service_documentation: `${origin}/api`,
      grant_types_supported: [deviceGrantType],
      scopes_supported: KEY_SCOPES,
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
    });
  });
}
