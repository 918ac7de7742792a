import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedFiles, findBase } from '../../scripts/changes';

let folder: string;
let main: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-changes-'));
  git('init', '--quiet', '--initial-branch=main');
  main = commit('first');
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function commit(name: string): string {
  write(name);
  git('add', '.');
  git('commit', '--quiet', '-m', name);
  return git('rev-parse', 'HEAD');
}

const write = (name: string, text = name) => writeFileSync(join(folder, name), text);
/** As a clone has it. */
const publish = () => git('update-ref', 'refs/remotes/origin/main', 'HEAD');
const base = (isCi = false) => findBase(folder, undefined, isCi);

test('a clean checkout of main knows no earlier state, published or not', () => {
  expect(base()).toBeUndefined();
  publish();
  expect(base()).toBeUndefined();
  expect(base(true)).toBeUndefined();
});

test('commits on main that are not published are the change, also in CI', () => {
  publish();
  commit('second');
  expect(base()).toBe(main);
  expect(base(true)).toBe(main);
});

test('what is edited on the published main is the change, but not in CI', () => {
  publish();
  write('first', 'edited');
  write('new');
  expect(base()).toBe(main);
  expect(changedFiles(folder, main)).toEqual(['first', 'new']);
  expect(base(true)).toBeUndefined();
});

test('what is edited on a main that is published nowhere is the change too', () => {
  write('first', 'edited');
  expect(base()).toBe(main);
  expect(changedFiles(folder, main)).toEqual(['first']);
  expect(base(true)).toBeUndefined();
});

test('a branch is compared with where it left main', () => {
  git('switch', '--quiet', '-c', 'topic');
  commit('second');
  git('rm', '--quiet', 'first');
  expect(base()).toBe(main);
  expect(changedFiles(folder, main)).toEqual(['first', 'second']);
});

test('main is compared with the last release, and a release with nothing', () => {
  git('tag', 'v1.0.0');
  expect(base()).toBeUndefined();
  commit('second');
  expect(base()).toBe(main);
});

test('a named branch or commit is what counts', () => {
  commit('second');
  expect(findBase(folder, main)).toBe(main);
});

test('a name that is no branch and no commit is an error, and not “nothing is known”', () => {
  expect(() => findBase(folder, 'no-such-branch')).toThrow('MATINEE_BASE is no-such-branch');
});

test('without git nothing is known', () => {
  rmSync(join(folder, '.git'), { recursive: true });
  expect(base()).toBeUndefined();
});
