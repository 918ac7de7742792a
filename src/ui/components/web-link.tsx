import type { ComponentChildren, JSX } from 'preact';
import { webAddress } from '../text/web-address';

/** A link that opens in a new tab; only its content where the address is missing or not of the web. */
export function WebLink({
  url,
  children,
}: Readonly<{
  url: string | undefined;
  children: ComponentChildren;
}>): JSX.Element {
  const address = webAddress(url);
  if (address === undefined) return <>{children}</>;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
