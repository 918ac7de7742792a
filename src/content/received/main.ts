import type { ReceivedAnswer } from '../../core/definition/page-world-reader';

/**
 * Runs in the world of a page whose connector reads responses that the page has received, before the page's
 * own scripts. It records the JSON that the page itself reads: its address and the response, but no header
 * and nothing of the request. It requests nothing and changes nothing; `runPageWorldReaders` reads the
 * recorded responses.
 */

const kept: ReceivedAnswer[] = [];
/** The oldest is dropped first. */
const MOST_ANSWERS = 20;
const MOST_CHARACTERS = 1_000_000;

Object.defineProperty(globalThis, Symbol.for('matinee.received'), { value: kept });

function keep(url: string, body: unknown): void {
  const isKept = typeof body === 'string' ? body.length <= MOST_CHARACTERS : Boolean(body);
  if (!isKept) return;
  kept.push({ url, body });
  if (kept.length > MOST_ANSWERS) kept.shift();
}

const isJson = (type: string | null) => /\bjson\b/i.test(type ?? '');

/** Methods as plain functions that are given the object they are called on. */
type Readers = Readonly<{
  json: (this: Response) => Promise<unknown>;
  text: (this: Response) => Promise<string>;
}>;

const readers: Readers = Response.prototype;
const { json, text } = readers;
Response.prototype.json = function () {
  const read = json.call(this);
  read.then(
    (body: unknown) => keep(this.url, body),
    () => undefined,
  );
  return read;
};
Response.prototype.text = function () {
  const read = text.call(this);
  if (isJson(this.headers.get('content-type')))
    read.then(
      (body) => keep(this.url, body),
      () => undefined,
    );
  return read;
};

type Body = Parameters<XMLHttpRequest['send']>;
const sender: Readonly<{ send: (this: XMLHttpRequest, ...body: Body) => void }> = XMLHttpRequest.prototype;
const { send } = sender;
XMLHttpRequest.prototype.send = function (...body) {
  const note = () => {
    if (!isJson(this.getResponseHeader('content-type'))) return;
    if (this.responseType === 'json') keep(this.responseURL, this.response);
    else if (this.responseType === '' || this.responseType === 'text')
      keep(this.responseURL, this.responseText);
  };
  this.addEventListener('load', note, { once: true });
  send.apply(this, body);
};
