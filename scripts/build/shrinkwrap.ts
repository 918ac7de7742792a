import lock from '../../package-lock.json' with { type: 'json' };

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LOCKED = lock.packages as Readonly<Record<string, LockedPackage>>;

/**
 * The `npm-shrinkwrap.json` of a package that depends on some of our packages. Whoever installs it gets the
 * versions and hashes of our lock file, including all indirect dependencies.
 */
export function shrinkwrap(description: {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string | undefined>>;
}): string {
  const paths = new Set<string>();
  const add = (name: string, from: string): void => {
    const path = pathOf(name, from);
    // `undefined`: the lock file has no package for this platform.
    if (path === undefined || paths.has(path)) return;
    paths.add(path);
    const { dependencies = {}, optionalDependencies = {} } = LOCKED[path] ?? {};
    for (const inner of Object.keys({ ...dependencies, ...optionalDependencies })) add(inner, path);
  };
  for (const name of Object.keys(description.dependencies)) add(name, '');
  const { name, version } = description;
  const packages = Object.fromEntries([...paths].toSorted().map((path) => [path, LOCKED[path]]));
  const content = {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': description, ...packages },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** Path at which Node.js finds a package: beside the package that needs it, or above. */
function pathOf(name: string, from: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in LOCKED) return path;
  return from === '' ? undefined : pathOf(name, from.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ''));
}
