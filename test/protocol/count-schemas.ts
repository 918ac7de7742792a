/**
 * How many schemas a worker builds: a program of its own, because a thread of tests has loaded some of the
 * modules already. It prints the counts as JSON.
 */
import { config } from 'zod/v4/core';

let built = 0;
// Called for every schema and check that is built.
config({ postProcessor: () => (built += 1) });

const { messages } = await import('../../src/protocol/messages/messages');
const { definitionSchema } = await import('../../src/protocol/definition/definition');
const atStart = built;
for (const { input } of Object.values(messages)) input();
definitionSchema();
const whenUsed = built - atStart;
definitionSchema();
process.stdout.write(JSON.stringify({ atStart, whenUsed, again: built - atStart - whenUsed }));
