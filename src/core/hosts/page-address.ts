/**
 * The host of a web page; `undefined` for pages of the browser or of an extension, whose host is not shown.
 */
export function webHost(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).hostname : undefined;
}

/** The part of a definition that says which addresses of its hosts it reads. */
type AddressPattern = Readonly<{
  host?: string | undefined;
  path?: string | undefined;
  query?: Readonly<Record<string, string>> | undefined;
  hash?: string | undefined;
  exclude?: string[] | undefined;
}>;

/**
 * Whether a page of the definition matches this address, by the same rules as the content script
 * (`content/reader/match-page`). Hosts are not compared.
 */
export function coversAddress(pages: Readonly<{ match: AddressPattern }>[], url: URL): boolean {
  return pages.some(({ match }) => fits(match, url));
}

function fits({ host, path, query = {}, hash, exclude = [] }: AddressPattern, url: URL): boolean {
  const tests = [
    [host, url.hostname],
    [path, url.pathname],
    [hash, url.hash],
    ...Object.entries(query).map(([name, pattern]) => [pattern, url.searchParams.get(name)] as const),
  ] as const;
  const place = url.pathname + url.search + url.hash;
  return (
    tests.every(
      ([pattern, text]) => pattern === undefined || (text !== null && new RegExp(pattern, 'u').test(text)),
    ) && !exclude.some((pattern) => new RegExp(pattern, 'u').test(place))
  );
}
