import { WebSocket } from 'ws';
import { z } from 'zod';

/** A connection to a browser that speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export interface Bidi {
  /** Sends a command and returns its result; throws with the browser's error. */
  readonly send: (method: string, params?: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly close: () => void;
}

export async function connectBidi(url: string): Promise<Bidi> {
  // Its messages are long where a page is large.
  const socket = new WebSocket(url, { maxPayload: 256 * 1024 * 1024, perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const waiting = new Map<
    number,
    { method: string; resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >();
  let last = 0;
  socket.on('message', (data: Buffer) => {
    const message = messageSchema.parse(JSON.parse(data.toString()));
    const command = typeof message.id === 'number' ? waiting.get(message.id) : undefined;
    // What has no id is an event; nobody subscribes to any.
    if (command === undefined || typeof message.id !== 'number') return;
    waiting.delete(message.id);
    if (message.type === 'success') command.resolve(message.result ?? {});
    else command.reject(new Error(`${command.method}: ${message.error ?? ''} ${message.message ?? ''}`));
  });
  socket.on('close', () => {
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: the browser is gone`));
    waiting.clear();
  });
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, { method, resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}

const messageSchema = z.object({
  id: z.number().nullish(),
  type: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});
