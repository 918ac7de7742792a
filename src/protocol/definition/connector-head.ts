import type { Definition } from './definition';
import { defined } from '../../core/values/defined.ts';

/**
 * The part of a definition that is needed before a page is read: to register the content script, find the
 * connector of an address, request access and list the site. The package has the heads of all built-in
 * connectors in one file (scripts/build/catalogue.ts).
 */
export interface ConnectorHead extends Pick<
  Definition,
  'id' | 'name' | 'homepage' | 'hosts' | 'apiHosts' | 'regions'
> {
  readonly frames?: Readonly<{ hosts: string[] }>[];
  /** Present if the connector reads responses that its pages have received. */
  readonly received?: true;
  /** Present for a product that people host at their own addresses. */
  readonly userHosts?: true;
  /** ISO date of the last check against the live site; absent if there was none. */
  readonly verified?: string;
  /** How much evidence supports it, by the rules of protocol/grade; absent: none. */
  readonly grade?: ConnectorGrade;
  /**
   * The month of the newest public source that reads the title in the same place: `2026-07`; absent: there is
   * none.
   */
  readonly confirmed?: string;
}

export type ConnectorGrade = 'bronze' | 'silver' | 'gold';

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
  pages,
}: Definition): ConnectorHead {
  return {
    id,
    name,
    hosts,
    ...defined({
      homepage: homepage === frontPageOf(hosts) ? undefined : homepage,
      frames: frames?.map((frame) => ({ hosts: frame.hosts })),
      apiHosts,
      received: JSON.stringify(pages).includes('{"received":') ? true : undefined,
      userHosts: userHosts && true,
      regions,
      verified: verified.date ?? undefined,
    }),
  };
}

/**
 * The front page of a site whose definition has no home page: that of its first host; `undefined` without
 * such a host.
 */
export function frontPageOf([host]: string[]): string | undefined {
  return host === undefined || host.startsWith('*') ? undefined : `https://${host}/`;
}
