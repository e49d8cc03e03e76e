import { dirname, relative } from 'node:path';
import type { Random } from '../tools.ts';

/** One operation of a process on a file below the home. */
export type Step =
  | {
      readonly do: 'open';
      readonly path: string;
      readonly creates: boolean;
      readonly empties: boolean;
    }
  | { readonly do: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly do: 'cut'; readonly path: string; readonly size: number }
  | { readonly do: 'sync'; readonly path: string }
  | { readonly do: 'rename' | 'link'; readonly from: string; readonly path: string }
  | { readonly do: 'unlink'; readonly path: string };

const LINE = /^(\w+)\((.*)\)\s+= (-?\d+)/s;

const decoded = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
const text = (hex: string) => decoded(hex).toString('utf8');

/** Reads a record of `strace -y -xx`; paths are those below `home`. Shared memory is made anew after a loss of power. */
export function stepsOf(record: string, home: string): Step[] {
  const steps: Step[] = [];
  const positions = new Map<string, number | 'end'>();
  const below = (path: string) => {
    const name = relative(home, path);
    return name.startsWith('..') || name.endsWith('-shm') || name.startsWith('cache') ? null : name;
  };
  for (const line of record.split('\n')) {
    const [, call, args, result] = LINE.exec(line) ?? [];
    if (!call || args === undefined || Number(result) < 0) continue;
    const strings = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map((match) => match[1]!);
    const fd = /^(\d+)<((?:\\x[0-9a-f]{2})+)>/.exec(args);
    if (call === 'openat') {
      const path = below(text(strings[0] ?? ''));
      const number = /= (\d+)/.exec(line.slice(line.lastIndexOf(') ')))?.[1] ?? '';
      positions.set(number, args.includes('O_APPEND') ? 'end' : 0);
      if (path === null || path === '') continue;
      steps.push({
        do: 'open',
        path,
        creates: args.includes('O_CREAT'),
        empties: args.includes('O_TRUNC'),
      });
      continue;
    }
    if (call === 'rename' || call === 'link') {
      const [from, path] = strings.map((one) => below(text(one)));
      if (from != null && path != null) steps.push({ do: call, from, path });
      continue;
    }
    if (call === 'unlink') {
      const path = below(text(strings[0] ?? ''));
      if (path !== null) steps.push({ do: 'unlink', path });
      continue;
    }
    const path = fd && below(text(fd[2]!));
    if (!fd || path === null || path === undefined) continue;
    if (call === 'fsync' || call === 'fdatasync') steps.push({ do: 'sync', path });
    else if (call === 'ftruncate')
      steps.push({ do: 'cut', path, size: Number(/, (\d+)$/.exec(args)?.[1]) });
    else if (call === 'pwrite64' || call === 'write') {
      const bytes = decoded(strings[0] ?? '').subarray(0, Number(result));
      const position = positions.get(fd[1]!) ?? 0;
      const behind = position === 'end' ? -1 : position;
      const at = call === 'pwrite64' ? Number(/, (\d+)$/.exec(args)?.[1]) : behind;
      steps.push({ do: 'write', path, at, bytes });
      if (call === 'write' && position !== 'end') positions.set(fd[1]!, position + bytes.length);
    }
  }
  return steps;
}

const SECTOR = 512;

interface Inode {
  now: Buffer;
  synced: Buffer;
}

/** A disk that forgets: what was written, and what of it was synced. */
export class Disk {
  #names = new Map<string, Inode>();
  #synced = new Map<string, Inode>();
  /** Changes of names since the last sync of their folders, in order; a journal keeps a beginning of them. */
  #pending: { readonly folder: string; readonly change: (names: Map<string, Inode>) => void }[] =
    [];

  apply(step: Step): void {
    switch (step.do) {
      case 'open': {
        const found = this.#names.get(step.path);
        if (!found && step.creates) {
          const made = { now: Buffer.alloc(0), synced: Buffer.alloc(0) };
          this.#rename(step.path, (names) => names.set(step.path, made));
        } else if (found && step.empties) found.now = Buffer.alloc(0);
        return;
      }
      case 'write': {
        const file = this.#names.get(step.path);
        if (!file) return;
        const at = step.at < 0 ? file.now.length : step.at;
        const next = Buffer.alloc(Math.max(file.now.length, at + step.bytes.length));
        file.now.copy(next);
        step.bytes.copy(next, at);
        file.now = next;
        return;
      }
      case 'cut': {
        const file = this.#names.get(step.path);
        if (!file) return;
        const next = Buffer.alloc(step.size);
        file.now.copy(next, 0, 0, step.size);
        file.now = next;
        return;
      }
      case 'sync': {
        const file = this.#names.get(step.path);
        if (!file) {
          this.#syncFolder(step.path);
          return;
        }
        file.synced = file.now;
        // A new file's name goes to the disk with its content, as ext4, XFS and APFS do it.
        if (![...this.#synced.values()].includes(file)) this.#synced.set(step.path, file);
        return;
      }
      case 'rename':
      case 'link': {
        const file = this.#names.get(step.from);
        if (!file) return;
        this.#rename(step.path, (names) => {
          names.set(step.path, file);
          if (step.do === 'rename') names.delete(step.from);
        });
        return;
      }
      case 'unlink':
        this.#rename(step.path, (names) => names.delete(step.path));
    }
  }

  #rename(path: string, change: (names: Map<string, Inode>) => void): void {
    change(this.#names);
    this.#pending.push({ folder: dirname(path), change });
  }

  #syncFolder(path: string): void {
    const folder = path === '' ? '.' : path;
    for (const one of this.#pending) if (one.folder === folder) one.change(this.#synced);
    this.#pending = this.#pending.filter((one) => one.folder !== folder);
  }

  /** The disk after a loss of power. Writes that were not synced are there not at all, in some sectors, or whole. */
  *image(keeps: 'none' | 'some' | 'all', random: Random): Generator<[string, Buffer]> {
    const names = new Map(this.#synced);
    const kept = {
      none: 0,
      some: random.below(this.#pending.length + 1),
      all: this.#pending.length,
    }[keeps];
    for (const { change } of this.#pending.slice(0, kept)) change(names);
    for (const [name, { now, synced }] of names) {
      if (keeps === 'none') yield [name, synced];
      else if (keeps === 'all') yield [name, now];
      else yield [name, mixed(now, synced, random)];
    }
  }
}

function mixed(now: Buffer, synced: Buffer, random: Random): Buffer {
  const size = random.chance(0.5) ? now.length : Math.max(synced.length, 0);
  const image = Buffer.alloc(size);
  synced.copy(image);
  for (let at = 0; at < size; at += SECTOR) {
    if (random.chance(0.5)) now.copy(image, at, at, Math.min(at + SECTOR, now.length, size));
  }
  return image;
}
