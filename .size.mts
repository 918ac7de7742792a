import { build } from 'vite';
import { gzipSync } from 'node:zlib';
const opts: any = JSON.parse(process.argv[2] ?? '{}');
const r: any = await build({ configFile: false, root: process.cwd(), logLevel: 'error', publicDir: false,
  define: { __DEFAULT_BASE_URL__: '"http://127.0.0.1:4680/api/v1"', __VERSION__: '"0.1.0"' },
  build: { target: opts.target ?? 'es2022', reportCompressedSize: false, write: false, minify: opts.minify ?? true, rolldownOptions: { input: 'src/content/main.ts', ...(opts.ro ?? {}), output: { format: 'iife', ...(opts.out ?? {}) } } } });
const c = (Array.isArray(r) ? r[0] : r).output[0];
console.log('total', c.code.length, gzipSync(c.code, { level: 9 }).length);
if (opts.write) (await import('node:fs')).writeFileSync('/tmp/content-out.js', c.code);
if (opts.mods) { for (const [id, m] of Object.entries<any>(c.modules)) console.log(String(m.renderedLength).padStart(6), id.replace(process.cwd(), '')); }
