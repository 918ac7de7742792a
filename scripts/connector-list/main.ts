import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { followList } from '../../src/protocol/connector-list/follow-list';
import { draftTargets } from './draft-targets';
import { createKeys } from './keys';
import { ListError, publishedFile } from './list-folder';
import { draftRoot, releaseList, signDrafts } from './sign-list';

const usage = `connector-list key FILE          a new key pair: FILE is private, FILE.pub is public
connector-list keys DIR --maintainer A.pub --maintainer B.pub --online C.pub [--threshold 2]
                                 drafts the first root of a list, or the next one with other keys
connector-list build DIR --name NAME [--issues URL] [--from FOLDER] [--retire ID]
                                 drafts a list of the connectors whose cases pass
connector-list sign DIR --key FILE      adds the signature of a maintainer to what is drafted
connector-list release DIR --key FILE   publishes what enough maintainers have signed; every night too
connector-list check DIR                follows the list as an installation does, and prints its id

DIR is what a static host serves; its address is that of the list. It must allow every origin
(Access-Control-Allow-Origin: *).`;

const OPTIONS = {
  maintainer: { type: 'string', multiple: true },
  online: { type: 'string' },
  threshold: { type: 'string', default: '2' },
  name: { type: 'string' },
  issues: { type: 'string' },
  from: { type: 'string' },
  retire: { type: 'string', multiple: true },
  key: { type: 'string' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

const commands: Readonly<Record<string, (place: string, options: Options) => Promise<string[]>>> = {
  key: createKeyFiles,

  async keys(folder, { maintainer = [], online, threshold }) {
    const keys = {
      maintainers: maintainer.map(readText),
      online: readText(online),
      threshold: Number(threshold),
    };
    await draftRoot(folder, keys, Date.now());
    return ['draft/root.json waits for the signatures of its maintainers.'];
  },

  async build(folder, { name, issues, from, retire = [] }) {
    const known = publishedFile(folder, 'targets')?.signed;
    const stated = name ?? known?.name;
    if (stated === undefined) throw new ListError('--name is the name of the list, for people.');
    const lines = await draftTargets({
      folder,
      connectors: from,
      name: stated,
      issues: issues ?? known?.issues,
      retired: [...new Set([...(known?.retired ?? []), ...retire])],
      now: Date.now(),
    });
    const shown = lines.filter(({ state }) => state !== 'same');
    return [
      ...shown.map(({ id, state, reason = '' }) => `${id}: ${state} ${reason}`.trim()),
      countText(lines),
    ];
  },

  async sign(folder, { key }) {
    return (await signDrafts(folder, readText(key))).map((role) => `draft/${role}.json is signed.`);
  },

  async release(folder, { key }) {
    await releaseList(folder, readText(key), Date.now());
    return check(folder);
  },

  check,
};

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [name = '', place] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined || place === undefined) throw new ListError(usage);
    console.log((await command(place, values)).join('\n'));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

async function createKeyFiles(file: string): Promise<string[]> {
  if (existsSync(file)) throw new ListError(`${file} exists already.`);
  const { secret, key } = createKeys();
  writeFileSync(file, secret, { mode: 0o600 });
  writeFileSync(`${file}.pub`, key);
  return [`${file} is the private key: keep it to yourself.`, `${file}.pub is the public one.`];
}

async function check(folder: string): Promise<string[]> {
  const ask = async (name: string) => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const { trusted, list, refused } = await followList({ ask, now: Date.now() });
  if (refused !== undefined || trusted === undefined || list === undefined)
    throw new ListError(`Refused: ${refused?.message ?? 'it has no list'}`);
  const until = new Date(trusted.expiresAt ?? 0).toISOString();
  return [
    `${list.name}: ${list.connectors.length} connectors, believed until ${until}`,
    `Add #${trusted.id} to its address.`,
  ];
}

function countText(lines: readonly { readonly state: string }[]): string {
  const states = ['new', 'changed', 'same', 'left out'];
  return states.map((one) => `${lines.filter(({ state }) => state === one).length} ${one}`).join(', ');
}

function readText(file: string | undefined): string {
  if (file === undefined) throw new ListError('The file of a key is missing.');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ListError(`${file} cannot be read.`);
  }
}
