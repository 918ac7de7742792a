import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { createDescription, type DescribedOperation } from '../api/description/create-description';
import { OPERATIONS } from '../api/routes';
import { originOf, type Env, type Service } from '../http/environment';
import { layout, show, type Html } from './layout';
import { findUser } from './signed-in';

/** `/api`: the description of the API for people. Public. */
export function apiDescriptionPage(service: Service) {
  return new Hono<Env>().get('/api', async (c: Context<Env>) => {
    const { paths, servers } = createDescription(originOf(c, service), OPERATIONS);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationPart(method, path, operation)),
    );
    await findUser(c, service);
    const main = html`<div lang="en" dir="ltr">
      <p>
        Base address: <code>${servers[0]?.url ?? ''}</code>. The same for programs:
        <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Keys are made on <a href="/keys">Devices and keys</a>.
      </p>
      ${operations}
    </div>`;
    return show(c, layout(c, 'API', main));
  });
}

function operationPart(method: string, path: string, operation: DescribedOperation): Html {
  const { summary, tags, security, parameters, requestBody, responses } = operation;
  const statuses = Object.entries(responses).map(
    ([status, { description }]) => html`<li>${status}: ${description.replaceAll('`', '')}</li>`,
  );
  const parts = { parameters, requestBody, responses: responses['200'] };
  return html`<section class="panel">
    <h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${summary}</p>
    <p class="soft">
      ${tags[0] === 'Ours' ? 'Added by this service' : 'API v1'},
      ${security.length === 0 ? 'without a key' : 'with a key'}
    </p>
    <details>
      <summary>Statuses</summary>
      <ul>
        ${statuses}
      </ul>
    </details>
    <details>
      <summary>Fields</summary>
      <pre tabindex="0">${JSON.stringify(parts, undefined, 2)}</pre>
    </details>
  </section>`;
}
