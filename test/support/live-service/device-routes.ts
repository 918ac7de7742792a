import { Hono } from 'hono';
import { toPng } from '../../../src/service/library/qr-picture';

/** The session of the person's browser on the service's own pages. */
export const SESSION = 'better-auth.session_token=ana';

export interface DeviceOptions {
  /** Seconds between two polls. */
  readonly interval?: number;
  /** Answers as its older documents show them: in an envelope. */
  readonly envelope?: boolean;
  /** The status while the person has not decided. */
  readonly pendingStatus?: 400 | 428;
  /** OAuth errors have this field; `message` in the newest documents. */
  readonly errorText?: 'message' | 'error_description';
  /** Seconds that a token lasts. */
  readonly lifetime?: number;
}

/** The device sign-in of the live service. Codes are decided by the test, as by the person on the service's page. */
export function deviceRoutes({
  interval = 1,
  envelope = false,
  pendingStatus = 400,
  errorText = 'error_description',
  lifetime = 7_776_000,
}: DeviceOptions) {
  const codes = new Map<string, { readonly userCode: string; decision?: 'approved' | 'denied' }>();
  const tokens = new Set<string>();
  let count = 0;
  const wrapped = (body: object) => (envelope ? { success: true, data: body } : body);
  const refusal = (error: string) => ({ error, [errorText]: 'In words.' });
  const state = {
    isValid: (token: string | undefined) => token !== undefined && tokens.has(token),
    decide(userCode: string, decision: 'approved' | 'denied') {
      const code = [...codes.values()].find((one) => one.userCode === userCode);
      if (code !== undefined) code.decision = decision;
      return code !== undefined;
    },
    /** The 90 days are over: every token has ended. */
    expire: () => tokens.clear(),
    /** Polls that are answered with 429 and `slow_down`. */
    slowDown: 0,
  };
  const routes = new Hono();
  routes.post('/auth/device/code', (c) => {
    count += 1;
    const userCode = `ABCD${String(1234 + count)}`;
    codes.set(`device-${String(count)}`, { userCode });
    const page = `${new URL(c.req.url).origin}/device`;
    return c.json(
      wrapped({
        device_code: `device-${String(count)}`,
        user_code: userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=${userCode}`,
        expires_in: 300,
        interval,
      }),
    );
  });
  routes.post('/auth/device/token', async (c) => {
    const { device_code: deviceCode = '' } = (await c.req.json()) as { device_code?: string };
    const code = codes.get(deviceCode);
    if (state.slowDown > 0) {
      state.slowDown -= 1;
      return c.json(refusal('slow_down'), 429);
    }
    if (code === undefined) return c.json(refusal('invalid_grant'), 400);
    if (code.decision === undefined) return c.json(refusal('authorization_pending'), pendingStatus);
    codes.delete(deviceCode);
    if (code.decision === 'denied') return c.json(refusal('access_denied'), 403);
    const token = `sk_live_${deviceCode}`;
    tokens.add(token);
    return c.json(wrapped({ access_token: token, token_type: 'Bearer', expires_in: lifetime }));
  });
  routes.get('/auth/device/verify', (c) => {
    const userCode = c.req.query('user_code');
    const found = [...codes].find(([, one]) => one.userCode === userCode);
    return found === undefined
      ? c.json({ error: 'VALIDATION_ERROR', message: 'The code is missing, used or expired.' }, 400)
      : c.json({ success: true, data: { id: found[0], userCode } });
  });
  routes.get('/auth/device/qr', (c) => {
    const userCode = c.req.query('user_code');
    if (![...codes.values()].some((one) => one.userCode === userCode))
      return c.json({ error: 'NOT_FOUND', message: 'Code not found or expired' }, 404);
    const address = `${new URL(c.req.url).origin}/device?user_code=${userCode ?? ''}`;
    return c.body(toPng(address), 200, { 'content-type': 'image/png' });
  });
  routes.post('/auth/device/approve', async (c) => {
    if (c.req.header('cookie') !== SESSION)
      return c.json({ error: 'UNAUTHORIZED', message: 'Sign in first' }, 401);
    const { user_code: userCode = '' } = (await c.req.json()) as { user_code?: string };
    if (!state.decide(userCode, 'approved'))
      return c.json({ error: 'VALIDATION_ERROR', message: 'Invalid or expired code.' }, 400);
    return c.json({ success: true });
  });
  return { routes, state };
}
