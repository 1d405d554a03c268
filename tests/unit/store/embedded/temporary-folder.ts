import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Returns a new folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a shell script that stands for a program of the machine (Java, Maven, pip) and returns its path. */
export async function writeProgram(path: string, lines: readonly string[]): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(path, 0o755);
  return path;
}

/** Writes a Java home whose `java` tells `version`, with a release file unless `release` is false. */
export async function writeJavaHome(home: string, version: string, release = true): Promise<string> {
  await writeProgram(join(home, 'bin', 'java'), [
    'echo "Property settings:" >&2',
    `echo "    java.home = ${home}" >&2`,
    `echo "    java.version = ${version}" >&2`,
    `echo 'openjdk version "${version}"' >&2`,
  ]);
  if (release) await writeFile(join(home, 'release'), `JAVA_VERSION="${version}"\n`);
  return home;
}
