import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
const GIGABYTE = 2 ** 30;
/** A run holds 1.5 GB at most. */
const LEAST_ROOM = 4 * GIGABYTE;
const LEAST_MEMORY = 8 * GIGABYTE;

/**
 * Returns the folder in which a run writes: memory, where there is room and programs may be started from it, otherwise the system's folder for
 * temporary files. A database for each test file is a thousand small files, which a disk takes ten times as long to make.
 */
export function findRunFolder(): string {
  return isRoomy() && isForPrograms() ? MEMORY_FOLDER : tmpdir();
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= LEAST_ROOM && process.availableMemory() >= LEAST_MEMORY;
  } catch {
    return false;
  }
}

/** The browser from npm is unpacked into the run's folder, and containers often forbid programs there. */
function isForPrograms(): boolean {
  const program = join(MEMORY_FOLDER, `fotolot-${process.pid}`);
  try {
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o700);
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}
