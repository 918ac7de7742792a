import type { ReleaseOptions } from '../releases/commands';
import type { Store } from '../store/store';

/** Values of the command line. */
export interface CommandOptions extends ReleaseOptions {
  readonly data: string;
  readonly database?: string | undefined;
  readonly url?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly scope?: string | undefined;
  readonly role?: string | undefined;
  readonly to?: string | undefined;
  readonly format?: string | undefined;
  readonly undo?: string | undefined;
  readonly profile?: string | undefined;
  readonly dates?: string | undefined;
  readonly list?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly repair?: boolean | undefined;
}

/** Ends a command with a sentence for the person who typed it. */
export class CommandError extends Error {}

/** What a command works with. */
export type CommandContext = Readonly<{
  store: Store;
  options: CommandOptions;
  /** The data folder is read-only. */
  isReadOnly: boolean;
  /** Prints text unchanged, if it is too large for a list of lines. */
  write: (text: string) => Promise<void>;
}>;

/** Returns the lines to print. */
export type Command = (context: CommandContext) => Promise<string[]>;

/** The id of the person of `--name`; without it that of the owner. */
export async function findUser({ store: { users }, options: { name } }: CommandContext): Promise<string> {
  const userId = name === undefined ? (await users.ensureOwner()).id : await users.idOf(name);
  if (userId === undefined) throw new CommandError('There is no account of this name.');
  return userId;
}

/** The origin of printed addresses: that of `--url`, otherwise where the service listens. */
export function originOf({ options: { url = 'http://127.0.0.1:4680' } }: CommandContext): string {
  if (!/^https?:\/\/[^/?#]/.test(url) || !URL.canParse(url))
    throw new CommandError('--url must be an address such as https://tracker.example.');
  return new URL(url).origin;
}
