/**
 * The host of a web page; `undefined` for pages of the browser or of an extension, whose host is not shown.
 */
export function webHost(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).hostname : undefined;
}
