import { browser } from './browser';

/** Match patterns of the hosts that the user has granted. */
export async function grantedOrigins(): Promise<string[]> {
  return (await browser.permissions.getAll()).origins ?? [];
}

export function dropAccess(origins: string[]): Promise<boolean> {
  return browser.permissions.remove({ origins: [...origins] });
}

/** Gives up every host and permission that was granted after the installation. */
export async function dropAllAccess(): Promise<void> {
  const { host_permissions: required = [] } = browser.runtime.getManifest();
  const origins = (await grantedOrigins()).filter((origin) => !required.includes(origin));
  if (origins.length > 0) await dropAccess(origins);
  await browser.permissions.remove({ permissions: ['notifications'] });
}
