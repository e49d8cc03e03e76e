import fc from 'fast-check';
import { engineDeps, hostOf, openStore, openWorld, recordDeps } from '../../src/compose.ts';
import { Malformed } from '../../src/host.ts';
import { SchemaNotCurrent } from '../../src/stores/sqlite/schema.ts';
import { answer } from '../../src/surfaces/hook/hook.ts';
import { recordOnly } from '../../src/surfaces/hook/record-only.ts';
import { type HookCall, hookCall } from './payloads.ts';
import { counter, type Finding, type Fuzzed, type FuzzOptions, orHang, shown } from './report.ts';

/** The hook without its process: the same parsing, the same two ways through the engine, the same store on disk. */
export async function fuzzHook({ runs, seed, env }: FuzzOptions): Promise<Fuzzed> {
  const findings: Finding[] = [];
  const { outcomes, count } = counter();
  let current = '';
  const found = (where: string, error: unknown) =>
    void findings.push({ where, input: current, what: String((error as Error)?.stack ?? error) });
  const opened = openWorld(env);
  const log = { ...opened.log, failure: (event: string, error: unknown) => found(event, error) };
  const world = { ...opened, log };

  async function call({ host: name, input }: HookCall): Promise<string> {
    let payload: unknown;
    try {
      payload = input.trim() ? JSON.parse(input) : null;
    } catch {
      return 'no JSON';
    }
    const host = hostOf(name, env, payload);
    if (!host) return 'no such host';
    if (payload === null) return 'nothing said';
    let event: ReturnType<typeof host.parse>;
    try {
      event = host.parse(payload);
    } catch (error) {
      if (error instanceof Malformed) return 'malformed';
      throw error;
    }
    if (!event) return 'of no concern';
    const source = { host: host.name, via: '/nowhere/cortex.cjs' };
    const isRecorded = await recordedOnly(source, event);
    if (isRecorded) return 'recorded';
    const store = openStore(world);
    try {
      const { text } = await answer(engineDeps(world, store), host, source.via, event);
      if (text && !isJson(text)) found(`answer of ${host.name}`, text);
      return text ? `answered ${event.kind}` : `silent ${event.kind}`;
    } finally {
      store.close();
    }
  }

  async function recordedOnly(
    source: { host: string; via: string },
    event: Parameters<typeof recordOnly>[2],
  ) {
    const opened: { close(): void }[] = [];
    const open = () => {
      const deps = recordDeps(world);
      opened.push(deps.store as typeof deps.store & { close(): void });
      return deps;
    };
    try {
      return await recordOnly(open, source, event);
    } catch (error) {
      if (!(error instanceof SchemaNotCurrent)) throw error;
      return false;
    } finally {
      for (const store of opened) store.close();
    }
  }

  const began = performance.now();
  let slowest = 0;
  for (let done = 0; done < runs; ) {
    const batch = fc.sample(hookCall, { numRuns: Math.min(100, runs - done), seed: seed + done });
    for (const one of batch) {
      done++;
      current = `${one.host} ${shown(one.input)}`;
      const started = performance.now();
      try {
        count(await orHang(call(one)));
      } catch (error) {
        found('hook', error);
        count('failed');
      }
      slowest = Math.max(slowest, performance.now() - started);
    }
  }
  return { runs, seed, millis: performance.now() - began, outcomes, slowest, findings };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
