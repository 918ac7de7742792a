import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import type { Definition, EndpointDefinition } from '../../../protocol/definition/definition';
import { hostMatches } from '../../../core/hosts/host-pattern';

/**
 * Shows what a connector from outside the package does besides reading the page: its requests, with method,
 * cookies, headers and body, and the built-in connector that it replaces.
 */
export function ConnectorRequests({ definition }: Readonly<{ definition: Definition }>): JSX.Element {
  const replaced = useReplaced(definition.id);
  const endpoints = Object.entries(definition.endpoints ?? {});
  return (
    <>
      {replaced !== undefined && (
        <p class="note" role="note">
          {text('workbench_replaces', replaced)}
        </p>
      )}
      {endpoints.length > 0 && (
        <section class="stack tight">
          <h3>{text('workbench_asks')}</h3>
          <ul class="bullets small">
            {endpoints.map(([name, endpoint]) => (
              <Request key={name} endpoint={endpoint} definition={definition} />
            ))}
          </ul>
          <p class="small muted">{text('workbench_requests_read')}</p>
        </section>
      )}
    </>
  );
}

function Request({
  endpoint,
  definition,
}: Readonly<{
  endpoint: EndpointDefinition;
  definition: Definition;
}>): JSX.Element {
  const headers = Object.entries(endpoint.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      {requestedUrls(endpoint).map((url) => (
        <li key={url}>
          <bdi class="mono" dir="ltr">
            {endpoint.method ?? 'GET'} {url}
          </bdi>{' '}
          {text(
            sendsCookies(definition, endpoint, url) ? 'workbench_with_cookies' : 'workbench_without_cookies',
          )}{' '}
          {headers.length > 0
            ? text('workbench_with_headers', headers.join(' · '))
            : text('workbench_without_headers')}{' '}
          {endpoint.body === undefined ? text('workbench_without_body') : JSON.stringify(endpoint.body)}
        </li>
      ))}
    </>
  );
}

/** The name of the built-in connector with this id, if there is one. */
function useReplaced(id: string): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      // Imported lazily, because the data section uses this component and is in the first script of the
      // options page. The module is separate from built-in-connectors.ts, which the worker shares, to keep
      // the worker small.
      const { builtInName } = await import('./built-in-name');
      const found = await builtInName(id);
      if (isCurrent) setName(found);
    };
    void find();
    return () => void (isCurrent = false);
  }, [id]);
  return name;
}

/** The addresses of an endpoint, without duplicates. */
export function requestedUrls({ urls }: EndpointDefinition): string[] {
  return [...new Set(urls)];
}

/**
 * Whether a request can carry the person's cookies. Requests to the page's site always do; others only if the
 * endpoint has `credentials`.
 */
export function sendsCookies({ hosts }: Definition, endpoint: EndpointDefinition, url: string): boolean {
  if (endpoint.credentials === true || url.startsWith('{$origin}')) return true;
  const host = /^https:\/\/([^/?#]+)/.exec(url)?.[1] ?? '';
  return hosts.some((pattern) => hostMatches(pattern, host) || host.includes('{'));
}
