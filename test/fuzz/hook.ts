import fc from 'fast-check';
import { hookDeps, hostOf, openWorld } from '../../src/compose.ts';
import { answer } from '../../src/entries/event.ts';
import { Malformed } from '../../src/host.ts';
import { type HookCall, hookCall } from './payloads.ts';
import { counter, type Finding, type Fuzzed, type FuzzOptions, orHang, shown } from './report.ts';

/** The hook without its process: the same parsing, the same door, the same store on disk. */
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
    const deps = hookDeps(world);
    try {
      const { text } = await answer(deps, host, '/nowhere/cortex.cjs', event);
      if (text && !isJson(text)) found(`answer of ${host.name}`, text);
      return text ? `answered ${event.kind}` : `silent ${event.kind}`;
    } finally {
      deps.close();
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
