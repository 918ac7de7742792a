import { pictureAddress, pictureType } from '../core/media/picture';
import { accountStore } from '../platform/storage/stores';

/** Bytes of the largest picture. */
const MOST_BYTES = 1_000_000;
/** Pictures that a page requests at most while it is open. */
const MOST_PICTURES = 200;
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * An address under which this page can show a picture of the tracker. `undefined`: for any other host, for
 * what is no picture, and while nobody is signed in. Requested once while the page is open, without cookies,
 * key and referrer; redirects are not followed.
 */
export async function loadPicture(address: string): Promise<string | undefined> {
  const account = await accountStore.get();
  if (account.state !== 'signed-in') return undefined;
  const url = pictureAddress(address, account.baseUrl);
  if (url === undefined) return undefined;
  const known = pictures.get(url);
  if (known !== undefined || pictures.size >= MOST_PICTURES) return known;
  const picture = requestPicture(url).catch(() => undefined);
  pictures.set(url, picture);
  return picture;
}

const pictures = new Map<string, Promise<string | undefined>>();

async function requestPicture(url: string): Promise<string | undefined> {
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'force-cache',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok || response.body === null) return undefined;
  const bytes = await readBytes(response.body);
  const type = bytes === undefined ? undefined : pictureType(bytes);
  return bytes === undefined || type === undefined
    ? undefined
    : URL.createObjectURL(new Blob([bytes], { type }));
}

/** `undefined`, and the request ends, once there are too many. */
async function readBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: BlobPart[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      return undefined;
    }
    parts.push(part.value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
