import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Millis } from '../domain/base/time.ts';
import { ensureGiven, writeOnce } from '../system/base/files.ts';

/**
 * Files in a home that say in one look what its events have to do for a git remote. A home that shares nothing through git has
 * none of them.
 */

/** The mark of a home that shares through git; its time is the moment from which a running turn is sent. */
const DUE = 'share.due';
/** The mark of a home that joins by the key in its environment. */
const JOINS = 'share.joins';
/** The mark that a session has waited for what others sent: that is done once. */
const WAITED = 'share.waited';

function timeOf(home: string, name: string): Millis | null {
  return statSync(join(home, name), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** Whether what a running turn did so far is to be sent now. */
export function isSendDue(home: string, now: Millis): boolean {
  const due = timeOf(home, DUE);
  return due !== null && due <= now;
}

export function sendNextAt(home: string, at: Millis): void {
  const seconds = at / 1000;
  try {
    utimesSync(join(home, DUE), seconds, seconds);
  } catch {
    // Nothing is shared through git.
  }
}

export function joinsByItself(home: string): boolean {
  return timeOf(home, JOINS) !== null;
}

/** Whether the next answer may wait longer for what others sent than a launcher listens. */
export function isWaitDue(home: string): boolean {
  return joinsByItself(home) && !hasWaited(home);
}

export function hasWaited(home: string): boolean {
  return timeOf(home, WAITED) !== null;
}

export function markDue(home: string): void {
  mark(home, DUE);
}

export function markJoins(home: string): void {
  mark(home, JOINS);
}

export function markWaited(home: string): void {
  mark(home, WAITED);
}

function mark(home: string, name: string): void {
  ensureGiven(home);
  writeOnce(join(home, name), Buffer.alloc(0));
}
