import type { Rolldown } from 'vite';

/** A chunk of a build and all chunks that it imports statically, each once. Empty if the file is no chunk. */
export function chunksFrom(bundle: Rolldown.OutputBundle, file: string): ReadonlySet<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    found.add(chunk);
    chunk.imports.forEach(visit);
  };
  visit(file);
  return found;
}
