/** The host of a web page's address; undefined for a page of the browser or of an extension, whose "host" says nothing to anybody. */
export function webHost(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).hostname : undefined;
}
