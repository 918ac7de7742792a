import { Hono } from 'hono';
import { originOf, type Env, type Service } from '../http/environment';
import { createDescription } from './description/create-description';
import { OPERATIONS } from './routes';

/** Ours: `GET /openapi.json`, the description of the API. Public. */
export function descriptionRoute(service: Pick<Service, 'publicUrl'>) {
  return new Hono<Env>().get('/openapi.json', (c) =>
    c.json(createDescription(originOf(c, service), OPERATIONS)),
  );
}
