import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../../scripts/find-postgres.mjs';
import { killRounds } from '../../service/store/kill-rounds';
import { startPostgres } from '../../support/postgres/start-postgres';
import type { FigureGroup } from '../figure';
import { tableText } from '../results';
import { emptyDatabase } from './empty-database';

/** Kills the service in the middle of writing, 50 times on each engine; when quick, 5 times. */
export async function benchDurability(isQuick: boolean): Promise<void> {
  const rounds = isQuick ? 5 : 50;
  const groups: FigureGroup[] = [];
  const run = async (engine: string, part: Part) => {
    const group = await measure(engine, part);
    process.stdout.write(`${tableText([group])}\n`);
    groups.push(group);
  };
  await run('SQLite', { rounds, processes: 1 });
  if (findPostgres() !== undefined) {
    const postgres = await startPostgres({ durable: true });
    const { url } = postgres;
    try {
      await run('PostgreSQL', { rounds, processes: 1, database: url });
      const name = 'PostgreSQL, two processes of which one is killed';
      await run(name, { rounds, processes: 2, database: await emptyDatabase(url, 2) });
    } finally {
      await postgres.close();
    }
  }
  const isMet = groups.every(({ figures }) => figures.every(({ value, goal = value }) => value <= goal));
  if (!isMet) process.exitCode = 1;
}

interface Part {
  readonly rounds: number;
  readonly processes: number;
  readonly database?: string;
}

async function measure(engine: string, part: Part): Promise<FigureGroup> {
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-durability-'));
  try {
    const { acknowledged, repeated, lost, doubled, problems } = await killRounds({ ...part, dataDir });
    const figures = [
      { name: 'acknowledged updates', value: acknowledged, unit: '' },
      { name: 'updates without an answer, sent again', value: repeated, unit: '' },
      { name: 'lost', value: lost.length, unit: '', goal: 0 },
      { name: 'stored twice', value: doubled.length, unit: '', goal: 0 },
      { name: 'other faults', value: problems.length, unit: '', goal: 0 },
    ];
    return { title: `${engine}: killed ${String(part.rounds)} times under load`, figures };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
