/** One field of a form with files (RFC 7578). */
export type FormPart = Readonly<{
  /** Empty where the field is no file. */
  fileName: string;
  bytes: Uint8Array;
}>;

/** Limit of parts; forms of ours, or of a media server, have few. */
const MOST_PARTS = 20;
const LONGEST_HEAD = 8 * 1024;

/**
 * The first field of this name in a `multipart/form-data` body. It only searches for the borders of the
 * parts: parsing all fields of a 32 MiB form would take seconds, and block everybody else.
 */
export function readPart(body: Uint8Array, contentType: string, name: string): FormPart | undefined {
  const border = borderOf(contentType);
  if (border === undefined) return undefined;
  const content = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const isFirst = content.subarray(0, border.length - 2).equals(border.subarray(2));
  let from = isFirst ? border.length - 2 : after(content, border, 0);
  for (let count = 0; count < MOST_PARTS && from !== undefined; count += 1) {
    const head = headOf(content, from);
    if (head === undefined) return undefined;
    const end = content.indexOf(border, head.end);
    if (end === -1) return undefined;
    if (head.name === name) return { fileName: head.fileName, bytes: content.subarray(head.end, end) };
    from = end + border.length;
  }
  return undefined;
}

function borderOf(contentType: string): Buffer | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary === undefined ? undefined : Buffer.from(`\r\n--${boundary}`);
}

function after(content: Buffer, border: Buffer, from: number): number | undefined {
  const at = content.indexOf(border, from);
  return at === -1 ? undefined : at + border.length;
}

/** The header lines of a part; `undefined` after the last part. */
function headOf(content: Buffer, from: number) {
  const text = content.subarray(from, from + LONGEST_HEAD).toString();
  const end = text.indexOf('\r\n\r\n');
  if (!text.startsWith('\r\n') || end === -1) return undefined;
  const lines = text.slice(0, end);
  const disposition = /^content-disposition:\s*form-data;[^\r\n]*/im.exec(lines)?.[0] ?? '';
  const [, name = ''] = /;\s*name="([^"]*)"/i.exec(disposition) ?? [];
  const [, fileName = ''] = /;\s*filename="([^"]*)"/i.exec(disposition) ?? [];
  return { name, fileName, end: from + Buffer.byteLength(lines) + 4 };
}
