import type { Context, Hono } from 'hono';
import { authenticated } from '../http/authenticate';
import type { Env, Service } from '../http/environment';
import { signedInUser } from '../http/login-cookie';
import { unauthorized } from '../http/api-error';
import type { Operation } from './description/operation';

/** Answers a request that may do what the operation does. `userId` is set unless the operation is public. */
export type Handler = (c: Context<Env>, service: Service) => Response | Promise<Response>;

/** An operation of the API: its path, method, rights and forms, and what answers it. */
export type Route = Readonly<{
  operation: Operation;
  handler: Handler;
}>;

export function route(operation: Operation, handler: Handler): Route {
  return { operation, handler };
}

export function mount(api: Hono<Env>, service: Service, { operation, handler }: Route): void {
  const { method, path, access, isForExtension } = operation;
  // One handler for both: a middleware of its own costs 2% of the processor time of an update.
  api.on(method, path, async (c) => {
    if (access === 'session') c.set('userId', await sessionOf(c, service));
    else if (access !== 'public')
      c.set('userId', await authenticated(c, service, { access, isForExtension }));
    return handler(c, service);
  });
}

async function sessionOf(c: Context<Env>, service: Service): Promise<string> {
  const user = await signedInUser(c, service);
  if (user === undefined || user.lacksPasskey) throw unauthorized();
  c.set('user', user);
  return user.id;
}
