import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { scrubbedPage } from '../../../src/core/workbench/page-scrubber';
import { redactText } from '../../../src/core/workbench/redact';

const secrets = [
  'Jane Doe',
  'jane.doe@mail.example',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
  'sk_live_abcdef1234567890',
  'session=0123456789abcdef',
  'avatars.example/u/1234.png',
  '+49 170 1234567890',
  'hunter2',
  'my secret search',
  'window.__USER__',
  'Kids profile',
  'tok_998877',
  'user-jane',
  'account-4711',
  'plan-premium',
  'member-0815',
];
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl';
const account = '{"name": "Jane Doe", "mail": "jane.doe@mail.example", "token": "sk_live_abcdef1234567890"}';
const html = `<!doctype html><html><head><title>Jane Doe – Account</title>
  <meta name="csrf" content="tok_998877"><meta property="og:title" content="The Film">
  <script>window.__USER__ = ${account}; document.cookie = "session=0123456789abcdef";</script>
  <script type="application/ld+json" id="ld">${JSON.stringify({
    '@type': 'Movie',
    name: 'The Film',
    author: { name: 'Jane Doe' },
  })}</script></head>
  <body data-user="Jane Doe" data-token="${jwt}">
  <header><img src="https://avatars.example/u/1234.png" alt="Jane Doe">
    <span class="user" title="jane.doe@mail.example">Hello Jane Doe, +49 170 1234567890</span></header>
  <form><input name="password" value="hunter2"><input type="search" value="my secret search">
    <textarea>hunter2</textarea></form>
  <ul class="profiles"><li>Jane Doe</li><li>Kids profile</li></ul>
  <div id="user-jane" class="account-4711 plan-premium"
    ><main id="player" class="member-0815" data-owner="Jane Doe" onclick="window.__USER__"
      ><div class="box" style="background:url(https://avatars.example/u/1234.png)"
        ><h1 class="title">The Film</h1></div
      ><video src="https://cdn.example/v.mp4?token=${jwt}"></video></main></div>
  </body></html>`;

test('of a page full of personal data, a case keeps what is read and nothing of the person', () => {
  const window = new Window();
  window.document.write(html);
  const document = window.document as unknown as Document;
  const one = (selector: string) => {
    const found = document.querySelector(selector);
    if (found === null) throw new Error(selector);
    return found;
  };
  const kept = scrubbedPage(
    document,
    {
      texts: new Set([one('h1.title')]),
      attributes: new Map([[one('meta[property="og:title"]'), new Map([['content', 'The Film']])]]),
      places: new Set([one('video')]),
      scripts: new Map([[one('#ld'), '{"@type":"Movie","name":"The Film"}']]),
      title: undefined,
      selectors: '#player .box > h1.title video',
    },
    'a note -- with dashes',
  );
  for (const secret of secrets) expect(kept).not.toContain(secret);
  const again = new Window();
  again.document.write(kept);
  const page = again.document;
  expect(page.querySelector('#player .box > h1.title')?.textContent).toBe('The Film');
  expect(page.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe('The Film');
  expect(page.querySelector('script[type="application/ld+json"]')?.textContent).toContain('"The Film"');
  expect(page.querySelectorAll('main > video')).toHaveLength(1);
});

test.each([
  ['Watching as jane.doe@mail.example', 'Watching as someone@example.org'],
  ['https://a.example/v?id=7&token=abcdef', 'https://a.example/v?id=7&token=token'],
  ['call +49 170 1234567890 now', 'call 0 now'],
  ['Season 1, Episode 12', 'Season 1, Episode 12'],
  ['2026-11-21', '2026-11-21'],
])('%s becomes %s', (text, safe) => {
  expect(redactText(text)).toBe(safe);
});
