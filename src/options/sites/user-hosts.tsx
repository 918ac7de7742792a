import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';

/** The addresses of a self-hosted product. Adding one requests access to it and switches the site on. */
export function UserHosts({ site }: Readonly<{ site: SiteView }>): JSX.Element {
  const [value, setValue] = useState('');
  const [invalid, setInvalid] = useState(false);
  const action = useAction();
  const hosts = site.state.hosts ?? [];
  const add = (event: Event) => {
    event.preventDefault();
    const pattern = hostPattern(value);
    setInvalid(pattern === undefined);
    if (pattern === undefined || action.busy) return;
    // Browsers accept a request for access only within the event handler, so nothing is awaited before it.
    const request = requestAccess([pattern]);
    void action.run(async () => {
      if (!(await request)) return;
      await send('sites.set', { siteId: site.id, hosts: [...new Set([...hosts, pattern])], enabled: true });
      await send('sites.refresh', {});
      setValue('');
    });
  };
  const remove = (host: string) =>
    void action.run(() => send('sites.set', { siteId: site.id, hosts: hosts.filter((one) => one !== host) }));
  return (
    <form class="stack tight" onSubmit={add} noValidate>
      <HostField id={`${site.id}-host`} value={value} invalid={invalid} onInput={setValue} />
      {invalid && <Problem message={text('base_url_not_a_url')} />}
      <Problem message={action.error} />
      <HostList hosts={hosts} onRemove={remove} />
    </form>
  );
}

function HostField({
  id,
  value,
  invalid,
  onInput,
}: Readonly<{
  id: string;
  value: string;
  invalid: boolean;
  onInput: (value: string) => void;
}>): JSX.Element {
  return (
    <div class="field">
      <label for={id}>{text('sites_own_host')}</label>
      <div class="row">
        <input
          id={id}
          class="grow"
          type="url"
          dir="ltr"
          spellcheck={false}
          placeholder="https://media.example.org"
          value={value}
          aria-invalid={invalid}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        <button type="submit" class="button">
          {text('sites_add_host')}
        </button>
      </div>
    </div>
  );
}

function HostList({
  hosts,
  onRemove,
}: Readonly<{
  hosts: string[];
  onRemove: (host: string) => void;
}>): JSX.Element {
  return (
    <ul>
      {hosts.map((host) => (
        <li key={host} class="row spread">
          <span class="mono" dir="ltr">
            {host}
          </span>
          <button type="button" class="link" onClick={() => onRemove(host)}>
            {text('common_remove')}
            <span class="hidden"> {host}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * The match pattern of a typed address, such as `media.local:8096` or `https://jelly.example.org/web`.
 * Without a scheme it is https. `undefined`: it is not an address.
 */
export function hostPattern(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return undefined;
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, username } = new URL(address);
  const isName = /^[a-z0-9.-]+$/.test(hostname) || /^\[[0-9a-f:.]+\]$/.test(hostname);
  return isName && username === '' ? `${protocol}//${hostname}/*` : undefined;
}
