import { definitionSchema } from '../../src/protocol/definition/definition';
import { checkSites } from './check-sites';
import { createSite } from './create-site';
import { builtInSite } from './files';
import { writeGenerated, writeLargest } from './generated-files';
import { gradeSites } from './grade/grade-sites';
import { readSite } from './read-site';
import { runProduct } from './product/run-product';
import { renewEvidence } from './renew/renew-evidence';
import { redesignSites } from './redesign/redesign-sites';

const usage = `connector new <id> [<url>]              writes a definition and its first cases
connector check [<site> …]              validates and runs the cases; every built-in site by default
connector read <site> --case <name>     prints how each field of a case is read
connector read <site> --page <file.html> --url <address> [--responses <file.json>]
                                        the same for another page; --json prints JSON
connector grade [<site> …]              prints the grade of each site and what it lacks for the next
connector evidence --renew --mirror DIR [--write] [<site> …]
                                        reads every cited reader again; DIR keeps their repositories
connector evidence --table              writes the table of the largest sites as of today into docs/sites.md
connector product jellyfin --client DIR [--version 12.0.0] [--save DIR]
                                        plays in a built web client and prints what is read in it
connector redesign [<site> …] [--seeds 20] [--first 1] [--wrong]
                                        reads the saved pages after seeded redesigns of the site
connector sites                         writes the lists of sites: README.md, .store/listing.md, docs/sites.md
connector schema                        writes the JSON Schemas of definition.json and cases.json

<site> is the id of a built-in site or a folder with definition.json and cases.json.`;

/** Returns the exit code; `undefined` when the arguments are not those of the command. */
type Command = (args: readonly string[]) => Promise<number | undefined> | number | undefined;

const commands: Readonly<Record<string, Command>> = {
  new: ([id, address]) => create(id, address),
  check: checkSites,
  read: readSite,
  product: runProduct,
  redesign: redesignSites,
  grade: (names) => gradeSites(names),
  evidence: (args) => (args[0] === '--table' ? largest() : renewEvidence(args)),
  sites: (args) => write('sites', args),
  schema: (args) => write('schema', args),
};

process.exitCode = await run(process.argv.slice(2));

async function run([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return (await command?.(args)) ?? misused();
}

function misused(): number {
  console.error(usage);
  return 2;
}

async function create(id: string | undefined, address?: string): Promise<number> {
  if (id === undefined || !definitionSchema().shape.id.safeParse(id).success) {
    console.error('connector new needs an id of lower-case letters, digits and dashes, such as my-site');
    return 2;
  }
  if (address !== undefined && !URL.canParse(address)) {
    console.error(`${address} is no address such as https://www.my-site.com/watch/1`);
    return 2;
  }
  const site = builtInSite(id);
  if (!(await createSite(site, address === undefined ? undefined : new URL(address)))) {
    console.error(`${id} exists already`);
    return 1;
  }
  console.log(`${site.definition}\n${site.cases}`);
  console.log(`\nFill them in, then: npm run connector -- check ${id} && npm run connector -- sites`);
  return 0;
}

function largest(): number {
  console.log(writeLargest(new Date().toISOString().slice(0, 10)));
  return 0;
}

function write(command: 'sites' | 'schema', args: readonly string[]): number | undefined {
  if (args.length > 0) return undefined;
  console.log(writeGenerated(command).join('\n'));
  return 0;
}
