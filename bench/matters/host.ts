import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { runHere } from '../../test/program.ts';
import type { Clock } from '../continuity/clock.ts';
import type { HookDoor } from '../continuity/session.ts';
import type { World } from '../continuity/world.ts';
import { formOf, type HostForm } from './forms.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A host whose hooks run inside this process, which plays long histories in seconds; only its own process is real. */
export class NearHost implements HookDoor {
  home: string;
  readonly #process: ChildProcess;
  readonly #clock: Clock;
  readonly #world: World;
  readonly #form: HostForm;

  constructor(
    world: World,
    home: string,
    clock: Clock,
    form: HostForm = formOf('claude-code', ''),
  ) {
    this.#form = form;
    this.#world = world;
    this.home = home;
    this.#clock = clock;
    this.#process = spawn('sleep', ['1000000'], { stdio: 'ignore' });
  }

  /** An event of Claude Code, in the form of the host that is played; what its model hears in answer. */
  async hook(_: string, payload: Fields): Promise<string> {
    const cwd = String(payload['cwd']);
    const heard = this.#form
      .said({ ...payload, at: this.#clock.iso })
      .map((sent) => this.#send(cwd, sent));
    return heard.filter(Boolean).join('\n');
  }

  /** What a message of the agent is to the host. */
  spoke(session: Fields, role: 'user' | 'assistant', text: string): void {
    const cwd = String(session['cwd']);
    for (const sent of this.#form.spoke({ ...session, at: this.#clock.iso }, role, text))
      this.#send(cwd, sent);
  }

  /** What the model hears with the next result of a tool, where a prompt itself is not answered. */
  hearWithTool(session: Fields): string {
    const sent = this.#form.heardWith(session);
    return sent === null ? '' : this.#send(String(session['cwd']), sent);
  }

  #send(cwd: string, sent: Fields): string {
    return contextIn(this.run(['hook', this.#form.name], cwd, JSON.stringify(sent)));
  }

  async callTool(cwd: string, name: string, input: Fields): Promise<string> {
    const clientInfo = { name: 'claude-code', version: '2.1.325' };
    const protocolVersion = '2025-11-25';
    const messages = [
      { id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name, arguments: input } },
    ];
    const lines = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const answers = this.run(['mcp'], cwd, lines.join('')).trim().split('\n');
    const answer = JSON.parse(answers.at(-1)!) as { result?: { content?: { text?: string }[] } };
    return answer.result?.content?.[0]?.text ?? '';
  }

  run(args: readonly string[], cwd: string, input = ''): string {
    const env = this.#environment();
    const host = this.#process.pid!;
    const done = runHere(args, { cwd, env, input, host, program: this.#world.cortex });
    if (done.status !== 0)
      throw new Error(`cortex ${args.join(' ')} ended with ${done.status}: ${done.stderr}`);
    return done.stdout;
  }

  /** Events through one process that lives, as an agent keeps it; their answers in order. Its clock stands still. */
  warm(host: string, cwd: string, payloads: readonly Fields[]): string[] {
    const env = this.#environment();
    const input = payloads.map((payload, i) => `event-${i} ${JSON.stringify(payload)}\n`).join('');
    const args = [this.#world.cortex, 'hook', host, '--via', 'bench', '--stream'];
    const done = spawnSync(process.execPath, args, { cwd, env, input, encoding: 'utf8' });
    if (done.status !== 0)
      throw new Error(`the warm road ended with ${done.status}: ${done.stderr}`);
    return done.stdout
      .trim()
      .split('\n')
      .map((line) => contextIn(JSON.parse(line) as string));
  }

  #environment(): Record<string, string> {
    const { env, settings } = this.#world;
    return { ...env, ...settings, CORTEX_HOME: this.home, CORTEX_NOW: this.#clock.iso };
  }

  async kill(): Promise<void> {
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }
}

/** The forms in which hosts take words for the model. */
interface Answer {
  readonly hookSpecificOutput?: { readonly additionalContext?: string };
  readonly additional_context?: string;
  readonly injectSteps?: readonly { readonly userMessage?: string }[];
}

function contextIn(stdout: string): string {
  if (stdout.trim() === '') return '';
  const answer = JSON.parse(stdout) as Answer;
  return (
    answer.hookSpecificOutput?.additionalContext ??
    answer.additional_context ??
    answer.injectSteps?.[0]?.userMessage ??
    ''
  );
}
