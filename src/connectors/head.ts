import type { Definition } from '../protocol/definition';
import { defined } from '../core/values/defined.ts';

/**
 * What is known of a connector without its definition: enough to put the script where it belongs, to find the connector
 * of an address, to ask for access and to list it. The worker carries this of every built-in one, through every start.
 */
export interface ConnectorHead extends Pick<
  Definition,
  'id' | 'name' | 'homepage' | 'hosts' | 'apiHosts' | 'regions'
> {
  readonly frames?: readonly { readonly hosts: readonly string[] }[];
  /** A product that people run at addresses of their own. */
  readonly userHosts?: true;
  /** When somebody last checked the definition against the live site; absent is never. */
  readonly verified?: string;
}

export function headOf({
  id,
  name,
  homepage,
  hosts,
  frames,
  apiHosts,
  userHosts,
  regions,
  verified,
}: Definition): ConnectorHead {
  return {
    id,
    name,
    hosts,
    ...defined({ homepage }),
    ...(frames === undefined ? {} : { frames: frames.map((frame) => ({ hosts: frame.hosts })) }),
    ...defined({ apiHosts }),
    ...(userHosts === undefined ? {} : { userHosts: true }),
    ...defined({ regions }),
    ...(verified.date === null ? {} : { verified: verified.date }),
  };
}
