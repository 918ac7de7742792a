import { buildExtension } from '/tmp/wt/catalogue/scripts/build/build-extension';
import { workerSize, measureSizes } from '/tmp/wt/catalogue/test/bench/sizes';
const chrome = await buildExtension({ browser: 'chrome' });
console.log(chrome, await workerSize(chrome));
if (process.argv[2]) { const firefox = await buildExtension({ browser: 'firefox' }); for (const f of (await measureSizes({chrome, firefox})).figures) console.log(f.value, f.name); }
