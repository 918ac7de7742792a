import { gzipAsync } from '@gfx/zopfli';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
const dir = process.argv[2]!;
let t = [0, 0, 0];
for (const f of process.argv.slice(3)) {
  const b = readFileSync(dir + '/' + f);
  const r = await Promise.all([15, 60].map(async (numiterations) => (await gzipAsync(b, { numiterations })).length));
  const m = (await gzipAsync(b, { numiterations: 15, blocksplittingmax: 0 } as never)).length;
  console.log(f, r, m);
}
