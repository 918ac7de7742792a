import { spawn } from 'node:child_process';

/** Programs that open an address in the person's browser. None of them passes the address through a shell. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: readonly string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens the address. If nothing can open it, as on a server, nothing happens: the address was printed. */
export function openInBrowser(address: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
  opener.on('error', () => undefined);
  opener.unref();
}
