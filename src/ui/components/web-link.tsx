import type { ComponentChildren, JSX } from 'preact';

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

/**
 * The normalised address if it is http or https, else `undefined`. Every address from a page or the tracker
 * passes through here before it is used in a link or image, so that none can run a script.
 */
export function webAddress(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
