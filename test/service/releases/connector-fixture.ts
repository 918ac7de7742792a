/** A connector that reads one heading, as a workbench submits it. */
export function connectorOf(id = 'example', selector = '.title', host = 'www.example.test') {
  return {
    version: 1,
    id,
    name: 'Example',
    hosts: [host],
    pages: [
      { kind: 'watch', match: { path: '^/watch/' }, item: { title: [{ text: selector }] }, generic: false },
    ],
    verified: { date: null, how: 'never' },
  };
}

/** A saved page with this markup, on which a film of this title is to be read. */
export function caseOf(html: string, title: string, host = 'www.example.test') {
  return {
    name: 'film',
    html: `${html}<video></video>`,
    case: {
      about: 'a film',
      covers: 'film' as const,
      url: `https://${host}/watch/1`,
      videos: [{ selector: 'video', duration: 5400, position: 60 }],
      expect: { item: { title } },
    },
  };
}
