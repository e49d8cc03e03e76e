import { SOLE_AUTHOR } from '../domain/record.ts';
import {
  type ArrivedSegment,
  type Cursor,
  LARGEST_SEGMENT,
  type LogHeads,
  type OriginHead,
  type Segment,
  type SegmentLog,
  ShareRefused,
  StreamTaken,
} from '../log.ts';
import {
  type Chunk,
  type ChunkSealer,
  compare,
  type HeldSegment,
  newSigner,
  type OpenedChunk,
  type Position,
  type Signer,
} from './envelope.ts';
import { FETCHED, SEEN, type ShareRepository } from './repository.ts';

/** One ref as it was accepted: the stream of a machine, or one that a machine carried over from under an earlier key. */
interface StreamRef extends Position {
  readonly ref: string;
  /** Its last commit here, and the one that the remote has; null where it has none. */
  readonly tip: string;
  readonly remote: string | null;
  readonly stream: string;
  /** The key to write on in it; null where another machine has it. */
  readonly signer: Signer | null;
  readonly trouble: string | null;
}

/** Commits of a ref from which on it is written anew from a root, in larger ones. */
const COMPACT_ABOVE = 5_000;
/** Limits of one commit. */
const CHUNK_BYTES = 512 * 1024;
const CHUNK_SEGMENTS = 500;

/** The log of one person in a repository that he may push to: one ref a machine, and every commit sealed and signed. */
export class GitLog implements SegmentLog {
  readonly #repository: ShareRepository;
  readonly #sealer: ChunkSealer;
  readonly #compactAbove: number;
  /** By project, as of the last look. */
  readonly #lines = new Map<string, readonly StreamRef[]>();
  /** By refs and commits, which never change. */
  readonly #opened = new Map<string, OpenedChunk | null>();
  readonly #histories = new Map<string, readonly string[]>();
  /** Projects of which the last look counts once more. */
  readonly #kept = new Set<string>();
  #trouble: string | null = null;

  constructor(repository: ShareRepository, sealer: ChunkSealer, compactAbove = COMPACT_ABOVE) {
    this.#repository = repository;
    this.#sealer = sealer;
    this.#compactAbove = compactAbove;
  }

  /** A stream that only this machine can write; its key is kept from now on. */
  newStream(): string {
    const signer = newSigner();
    this.#repository.keep(signer);
    return signer.origin;
  }

  mayWrite(origin: string): boolean {
    return this.#signers().has(origin);
  }

  /** Whether any machine has shown itself in what was last looked at. */
  isBegun(project: string): boolean {
    return (this.#lines.get(project) ?? []).length > 0;
  }

  /** Shows the machine's key before it has anything to say. */
  async enrol(project: string, origin: string): Promise<void> {
    const signer = this.#signers().get(origin)!;
    const ref = this.#sealer.refOf(project, origin);
    const chunk: Chunk = { generation: 0, last: 0, stream: origin, segments: [] };
    const tip = await this.#repository.write(ref, null, [this.#sealer.seal(ref, chunk, signer)]);
    await this.#repository.push(ref, tip, null);
    this.#lines.delete(project);
  }

  async heads(project: string): Promise<LogHeads> {
    return this.#headsOf(await this.#lookAnew(project));
  }

  async known(project: string): Promise<LogHeads> {
    return this.#headsOf(this.#lines.get(project) ?? (await this.#look(project)));
  }

  #headsOf(lines: readonly StreamRef[]): LogHeads {
    const origins = new Map<string, OriginHead>();
    for (const { stream, last, trouble } of lines) {
      const before = origins.get(stream);
      if (before && before.n >= last && trouble === null) continue;
      const n = Math.max(before?.n ?? 0, last);
      const why = trouble ?? before?.trouble;
      origins.set(stream, {
        origin: stream,
        author: SOLE_AUTHOR,
        n,
        arrived: null,
        ...(why !== undefined && { trouble: why }),
      });
    }
    return {
      login: SOLE_AUTHOR,
      now: null,
      role: 'owner',
      origins: [...origins.values()].filter(({ n, trouble }) => n > 0 || trouble !== undefined),
      ...(this.#trouble !== null && { trouble: this.#trouble }),
    };
  }

  /** The next one who asks for the heads is told of the look that was just taken. */
  keepLook(project: string): void {
    this.#kept.add(project);
  }

  async push(segments: readonly Segment[]): Promise<void> {
    for (const [origin, own] of Map.groupBy(segments, (one) => one.origin))
      await this.#append(own[0]!.project, origin, own);
  }

  async pull(project: string, cursors: readonly Cursor[], most: number): Promise<ArrivedSegment[]> {
    const lines = this.#lines.get(project) ?? (await this.#look(project));
    const found: ArrivedSegment[] = [];
    await this.#readAhead(project, lines, cursors);
    for (const { origin, after } of cursors) {
      const held = await this.#heldBehind(project, lines, origin, after);
      found.push(...held.slice(0, most - found.length));
      if (found.length >= most) break;
    }
    return found;
  }

  async withdraw(segments: readonly Segment[]): Promise<void> {
    for (const [origin, anew] of Map.groupBy(segments, (one) => one.origin)) {
      const { project } = anew[0]!;
      for (const one of anew) refuseLarge(one);
      const lines = this.#lines.get(project) ?? (await this.#look(project));
      const own = lines.filter(({ stream, signer }) => stream === origin && signer !== null);
      const wanted = new Map(anew.map((one) => [one.n, one]));
      const missing = new Set(wanted.keys());
      const held = await Promise.all(own.map((line) => this.#segmentsOf(project, line, 0)));
      for (const { n } of held.flat()) missing.delete(n);
      const [first] = missing;
      if (first !== undefined)
        throw new ShareRefused(`segment ${first} of ${origin} is not ours to withdraw`);
      for (const [i, line] of own.entries())
        if (held[i]!.some(({ n }) => wanted.has(n)))
          await this.#rewrite(
            project,
            line,
            held[i]!.map((one) => wanted.get(one.n) ?? one),
          );
    }
    // Git keeps objects that no ref names: withdrawn words are to be gone from this disk too.
    await this.#repository.tidy('everything');
  }

  async close(): Promise<void> {
    await this.#repository.tidy('loose');
  }

  /** Takes a stream over from under another key, under which its machine goes on; that may be this one. */
  async carry(project: string, origin: string, segments: readonly HeldSegment[]): Promise<void> {
    const isOwn = this.#signers().has(origin);
    if (isOwn) return this.#append(project, origin, segments);
    const last = segments.at(-1)?.n;
    if (last === undefined) return;
    const signer = newSigner();
    this.#repository.keep(signer);
    const ref = this.#sealer.refOf(project, signer.origin);
    const blobs = chunksOf(segments, { generation: 0, stream: origin, last: 0 }).map((chunk) =>
      this.#sealer.seal(ref, chunk, signer),
    );
    const tip = await this.#repository.write(ref, null, blobs);
    await this.#repository.push(ref, tip, null);
    this.#lines.delete(project);
  }

  /** Leaves nothing in our streams but the word that they go on under another key. */
  async moveAway(project: string): Promise<void> {
    for (const line of this.#lines.get(project) ?? (await this.#look(project))) {
      const { signer, ref, generation, last, stream } = line;
      if (!signer || line.trouble !== null) continue;
      const chunk: Chunk = {
        generation: generation + 1,
        last,
        stream,
        segments: [],
        isMoved: true,
      };
      const tip = await this.#repository.write(ref, null, [this.#sealer.seal(ref, chunk, signer)]);
      await this.#repository.push(ref, tip, line.remote);
    }
    this.#lines.delete(project);
  }

  #signers(): ReadonlyMap<string, Signer> {
    return new Map(this.#repository.signers().map((one) => [one.origin, one]));
  }

  async #lookAnew(project: string): Promise<readonly StreamRef[]> {
    const kept = this.#kept.delete(project) ? this.#lines.get(project) : undefined;
    if (kept) return kept;
    await this.#repository.fetch(this.#sealer.refFolder(project));
    return this.#look(project);
  }

  /** Compares what the remote has with what was accepted before, and accepts what is higher. */
  async #look(project: string): Promise<readonly StreamRef[]> {
    const below = `${this.#sealer.refFolder(project)}/`;
    const refs = await this.#repository.refs();
    const commitsIn = (space: string) =>
      new Map(
        [...refs].flatMap(([name, commit]) =>
          name.startsWith(space + below) ? [[name.slice(space.length), commit] as const] : [],
        ),
      );
    const [fetched, seen] = [commitsIn(FETCHED), commitsIn(SEEN)];
    await this.#open(project, [...fetched, ...seen]);
    const signers = this.#signers();
    const lines: StreamRef[] = [];
    const accepted = new Map<string, string>();
    let strange = 0;
    for (const ref of new Set([...fetched.keys(), ...seen.keys()])) {
      const remote = fetched.get(ref) ?? null;
      const known = seen.get(ref);
      const choice = this.#choose(ref, remote, known);
      if (!choice) {
        strange++;
        continue;
      }
      const { tip, trouble } = choice;
      const { origin, stream, generation, last, isMoved } = this.#openedAt(ref, tip)!;
      const signer = signers.get(origin) ?? null;
      if (tip !== known) accepted.set(SEEN + ref, tip);
      // The machine that writes it heals what was put back with its next push.
      const isHealed = signer !== null && trouble === REWOUND;
      const why = isHealed ? null : trouble;
      lines.push({
        ref,
        tip,
        remote,
        stream,
        generation,
        last,
        signer,
        trouble: isMoved ? MOVED : why,
      });
    }
    await this.#repository.name(accepted);
    this.#trouble =
      strange === 0 ? null : `${strange === 1 ? 'One ref' : `${strange} refs`} ${STRANGE}`;
    this.#lines.set(project, lines);
    return lines;
  }

  /** The commit that counts, and what is wrong with the one at the remote; null where neither can be opened. */
  #choose(
    ref: string,
    remote: string | null,
    known: string | undefined,
  ): { readonly tip: string; readonly trouble: string | null } | null {
    const theirs = this.#openedAt(ref, remote);
    const ours = this.#openedAt(ref, known);
    if (known === undefined || !ours)
      return theirs && remote !== null ? { tip: remote, trouble: null } : null;
    // One that is gone was read here as far as it went.
    if (remote === null || remote === known) return { tip: known, trouble: null };
    if (!theirs) return { tip: known, trouble: FORGED };
    const order = compare(theirs, ours);
    if (order > 0 && theirs.origin === ours.origin && theirs.stream === ours.stream)
      return { tip: remote, trouble: null };
    return { tip: known, trouble: order < 0 ? REWOUND : FORGED };
  }

  #openedAt(ref: string, commit: string | null | undefined): OpenedChunk | null {
    return this.#opened.get(`${ref} ${commit}`) ?? null;
  }

  async #open(
    project: string,
    tips: readonly (readonly [ref: string, commit: string])[],
  ): Promise<void> {
    const asked = tips.filter((tip) => !this.#opened.has(tip.join(' ')));
    const blobs = await this.#repository.blobs(asked.map(([, commit]) => commit));
    for (const [i, [ref, commit]] of asked.entries()) {
      const blob = blobs[i];
      this.#opened.set(`${ref} ${commit}`, blob ? this.#sealer.open(ref, project, blob) : null);
    }
  }

  /** Segments of a stream behind a number, from every ref that has some of it. */
  async #heldBehind(
    project: string,
    lines: readonly StreamRef[],
    origin: string,
    after: number,
  ): Promise<readonly ArrivedSegment[]> {
    const held = new Map<number, ArrivedSegment>();
    for (const line of lines.filter(({ stream, last }) => stream === origin && last > after))
      for (const one of await this.#segmentsOf(project, line, after))
        if (!held.has(one.n) || line.signer)
          held.set(one.n, {
            ...one,
            project,
            origin,
            author: SOLE_AUTHOR,
            arrived: null,
            ...(line.signer === null && { isElsewhere: true }),
          });
    return [...held.values()].sort((a, b) => a.n - b.n);
  }

  /** Reads for all cursors at once: a person has as many streams as there were containers, and each question is a process. */
  async #readAhead(
    project: string,
    lines: readonly StreamRef[],
    cursors: readonly Cursor[],
  ): Promise<void> {
    const after = new Map(cursors.map((one) => [one.origin, one.after]));
    const wanted = lines.filter(({ stream, last }) => last > (after.get(stream) ?? last));
    await this.#findHistories(wanted);
    await this.#open(
      project,
      wanted.flatMap((line) => this.#behind(line, after.get(line.stream)!)),
    );
  }

  async #findHistories(lines: readonly StreamRef[]): Promise<void> {
    const tips = lines.map(({ tip }) => tip).filter((tip) => !this.#histories.has(tip));
    for (const [tip, commits] of await this.#repository.histories(tips))
      this.#histories.set(tip, commits);
  }

  /** The commits that may hold what lies behind a number: each has one segment at least. */
  #behind(
    { ref, tip, last }: StreamRef,
    after: number,
  ): (readonly [ref: string, commit: string])[] {
    return (this.#histories.get(tip) ?? [])
      .slice(0, last - after)
      .map((commit) => [ref, commit] as const);
  }

  /** Segments of a ref behind a number, read from the last commit back. */
  async #segmentsOf(project: string, line: StreamRef, after: number): Promise<HeldSegment[]> {
    await this.#findHistories([line]);
    const tips = this.#behind(line, after);
    await this.#open(project, tips);
    const chunks: OpenedChunk[] = [];
    for (const [ref, commit] of tips) {
      const one = this.#openedAt(ref, commit);
      // One that cannot be opened ends it: what lies before cannot follow it.
      if (one?.stream !== line.stream || one.generation !== line.generation) break;
      chunks.push(one);
      if (one.segments.some(({ n }) => n <= after)) break;
    }
    return chunks.reverse().flatMap(({ segments }) => segments.filter(({ n }) => n > after));
  }

  async #append(project: string, origin: string, segments: readonly HeldSegment[]): Promise<void> {
    for (const one of segments) refuseLarge(one);
    const signer = this.#signers().get(origin);
    if (!signer) throw new StreamTaken(`the key of ${origin} is not on this machine`);
    const ref = this.#sealer.refOf(project, origin);
    for (let tries = 0; tries < 3; tries++) {
      const lines = this.#lines.get(project) ?? (await this.#look(project));
      const line = lines.find((one) => one.ref === ref) ?? null;
      const fresh = await this.#missingIn(project, line, segments);
      const isSame = fresh.length === 0 && line?.remote === line?.tip;
      if (isSame) return;
      if (await this.#send(project, ref, line, fresh, signer)) {
        await this.#compact(project, ref);
        return;
      }
      // The ref is not what was expected: an earlier push arrived after all, a copy of this home writes it too, or the remote was put back.
      await this.#repository.fetch(this.#sealer.refFolder(project));
      this.#lines.delete(project);
    }
    throw new StreamTaken(`${origin} is written by somebody else at the same time`);
  }

  /** Segments that the stream does not have yet; another body under a number that it has is not ours. */
  async #missingIn(
    project: string,
    line: StreamRef | null,
    segments: readonly HeldSegment[],
  ): Promise<readonly HeldSegment[]> {
    if (!line || segments.length === 0 || segments[0]!.n > line.last) return segments;
    const held = new Map(
      (await this.#segmentsOf(project, line, segments[0]!.n - 1)).map((one) => [one.n, one.body]),
    );
    for (const { n, body } of segments) {
      const there = held.get(n);
      if (n <= line.last && (!there || Buffer.compare(there, body) !== 0))
        throw new StreamTaken(`segment ${n} of ${line.stream} is another one at the remote`);
    }
    return segments.filter(({ n }) => n > line.last);
  }

  async #send(
    project: string,
    ref: string,
    line: StreamRef | null,
    segments: readonly HeldSegment[],
    signer: Signer,
  ): Promise<boolean> {
    const from = {
      generation: line?.generation ?? 0,
      stream: signer.origin,
      last: line?.last ?? 0,
    };
    const chunks = chunksOf(segments, from);
    const blobs = chunks.map((chunk) => this.#sealer.seal(ref, chunk, signer));
    const tip =
      blobs.length === 0 ? line!.tip : await this.#repository.write(ref, line?.tip ?? null, blobs);
    if (!(await this.#repository.push(ref, tip, line?.remote ?? null))) return false;
    const now: StreamRef = {
      ref,
      tip,
      remote: tip,
      stream: signer.origin,
      signer,
      trouble: null,
      generation: from.generation,
      last: segments.at(-1)?.n ?? from.last,
    };
    this.#lines.set(project, [
      ...(this.#lines.get(project) ?? []).filter((one) => one.ref !== ref),
      now,
    ]);
    return true;
  }

  async #compact(project: string, ref: string): Promise<void> {
    const line = this.#lines.get(project)?.find((one) => one.ref === ref);
    if (!line || line.last <= this.#compactAbove) return;
    await this.#findHistories([line]);
    if (this.#histories.get(line.tip)!.length <= this.#compactAbove) return;
    await this.#rewrite(project, line, await this.#segmentsOf(project, line, 0));
    await this.#repository.tidy('everything');
  }

  /** Writes a ref anew from a root, in the next generation. */
  async #rewrite(
    project: string,
    line: StreamRef,
    segments: readonly HeldSegment[],
  ): Promise<void> {
    const { ref, signer, stream, last } = line;
    const from = { generation: line.generation + 1, stream, last: 0 };
    const blobs = chunksOf(segments, from).map((chunk) => this.#sealer.seal(ref, chunk, signer!));
    const tip = await this.#repository.write(ref, null, blobs);
    if (!(await this.#repository.push(ref, tip, line.remote)))
      throw new StreamTaken(`${stream} is written by somebody else at the same time`);
    const now: StreamRef = { ...line, tip, remote: tip, generation: from.generation, last };
    this.#lines.set(project, [
      ...(this.#lines.get(project) ?? []).filter((one) => one.ref !== ref),
      now,
    ]);
  }
}

const REWOUND = 'the remote was put back to an earlier state: its machine sends the rest again';
const FORGED = 'what the remote has for it was not written by its machine, and is left alone';
const MOVED =
  'the key was changed on another machine: there cortex share key --show, here cortex share key --set';
const STRANGE = 'there cannot be opened with this key, and is left alone';

function refuseLarge({ n, body }: Pick<Segment, 'n' | 'body'>): void {
  if (body.length > LARGEST_SEGMENT) throw new ShareRefused(`segment ${n} is too large`);
}

/** Segments in commits of a bounded size, each with how far the stream goes by it. */
function chunksOf(
  segments: readonly HeldSegment[],
  from: Position & Pick<Chunk, 'stream'>,
): Chunk[] {
  const chunks: HeldSegment[][] = [];
  let size = 0;
  for (const { n, audience, format, body } of segments) {
    const open = chunks.at(-1);
    const isFull = !open || open.length >= CHUNK_SEGMENTS || size + body.length > CHUNK_BYTES;
    const one = { n, audience, format, body };
    if (isFull) chunks.push([one]);
    else open.push(one);
    size = isFull ? body.length : size + body.length;
  }
  return chunks.map((held) => ({ ...from, last: held.at(-1)!.n, segments: held }));
}
