import type { PluginApi, PluginTool, PluginToolContext } from '../api.ts';

/** OpenClaw keeps transcripts and ids of sessions in its own database, which outlives a gateway. */
export class Transcripts {
  readonly #histories = new Map<string, unknown[]>();
  readonly #ids = new Map<string, string>();

  of(key: string): unknown[] {
    const history = this.#histories.get(key) ?? [];
    this.#histories.set(key, history);
    return history;
  }

  /** The same after a reset: OpenClaw gives it again. */
  idOf(key: string): string {
    const id = this.#ids.get(key) ?? `id-of-${key}`;
    this.#ids.set(key, id);
    return id;
  }

  replace(key: string, history: unknown[]): void {
    this.#histories.set(key, history);
  }
}

export interface Speaker {
  readonly agentId?: string;
  readonly channel?: string;
  readonly senderId?: string;
  readonly trigger?: string;
  readonly workspaceDir?: string;
}

interface Plugin {
  register(api: PluginApi): void;
}

type Handler = (event: unknown, ctx: unknown) => unknown;

/**
 * A gateway that behaves towards a plugin as a real one of 2026.9.6 was seen to: it registers several times, gives ids
 * again after a reset, and says nothing of conversations that go on after a restart.
 */
export class FakeOpenClaw {
  readonly warnings: string[] = [];
  readonly #transcripts: Transcripts;
  readonly #plugin: Plugin;
  readonly #stateDir: string;
  #config: unknown;
  #handlers = new Map<string, Handler[]>();
  #services: Parameters<PluginApi['registerService']>[0][] = [];
  #tools = new Map<string, (ctx: PluginToolContext) => PluginTool | null>();
  #command: Parameters<PluginApi['registerCommand']>[0] | null = null;
  /** Sessions whose start was reported in this process. */
  readonly #started = new Set<string>();
  #runs = 0;
  readonly #isAllowed: boolean;

  constructor(options: {
    readonly plugin: Plugin;
    readonly stateDir: string;
    readonly transcripts: Transcripts;
    readonly config?: unknown;
    readonly isAllowed?: boolean;
  }) {
    this.#plugin = options.plugin;
    this.#stateDir = options.stateDir;
    this.#transcripts = options.transcripts;
    this.#config = options.config;
    this.#isAllowed = options.isAllowed ?? true;
  }

  /** As `openclaw gateway run` does. */
  async start(): Promise<this> {
    this.#register(['full', 'discovery']);
    for (const service of this.#services) await service.start({ stateDir: this.#stateDir });
    await this.#fire('gateway_start', { port: 1 }, {});
    return this;
  }

  /** As `openclaw agent --local` does: no service, no session_start and no session_end. */
  startLocally(): this {
    this.#register(['full', 'discovery', 'discovery']);
    this.#services = [];
    return this;
  }

  /** A change of `plugins.entries.cortex.config` in a running gateway. */
  async reconfigure(config: unknown): Promise<void> {
    this.#config = config;
    for (const service of this.#services) await service.stop();
    this.#register(['full', 'discovery']);
    for (const service of this.#services) await service.start({ stateDir: this.#stateDir });
  }

  async stop(): Promise<void> {
    await this.#fire('gateway_stop', { reason: 'SIGTERM' }, {});
    for (const key of this.#started) {
      const sessionId = this.#transcripts.idOf(key);
      const event = { sessionId, sessionKey: key, messageCount: 0, reason: 'shutdown' };
      await this.#fire('session_end', event, { sessionId, sessionKey: key });
    }
    for (const service of this.#services) await service.stop();
  }

  /** One turn; what the plugin put into the system prompt, null where nothing. */
  async turn(
    key: string,
    text: string,
    options: Speaker & {
      readonly reply?: string;
      readonly tools?: readonly {
        readonly name: string;
        readonly params: unknown;
        readonly result?: unknown;
      }[];
      readonly fails?: boolean;
    } = {},
  ): Promise<string | null> {
    const ctx = this.#context(key, options);
    const history = this.#transcripts.of(key);
    if (history.length === 0 && this.#services.length > 0 && !this.#started.has(key)) {
      this.#started.add(key);
      await this.#fire('session_start', { sessionId: ctx.sessionId, sessionKey: key }, ctx);
    }
    const event = { prompt: text, currentUserMessage: text, messages: structuredClone(history) };
    const given = await this.#fire('before_prompt_build', event, ctx);
    for (const [i, { name, params, result }] of (options.tools ?? []).entries()) {
      const toolEvent = {
        toolName: name,
        params,
        runId: ctx.runId,
        toolCallId: `call_${i}`,
        result,
      };
      const { workspaceDir, trigger, ...toolCtx } = ctx;
      await this.#fire('after_tool_call', toolEvent, { ...toolCtx, toolName: name });
    }
    if (!options.fails) {
      history.push({ role: 'user', content: text });
      history.push({
        role: 'assistant',
        content: [{ type: 'text', text: options.reply ?? 'Done.' }],
      });
    }
    const messages = structuredClone(history);
    await this.#fire('agent_end', { runId: ctx.runId, messages, success: !options.fails }, ctx);
    const texts = given.flatMap((answer) => {
      const { appendSystemContext } = (answer ?? {}) as { appendSystemContext?: string };
      return appendSystemContext ? [appendSystemContext] : [];
    });
    return texts.length > 0 ? texts.join('\n\n') : null;
  }

  /** `/new` and `sessions.reset`. */
  async reset(key: string, reason = 'new'): Promise<void> {
    const ctx = this.#context(key, {});
    const sessionId = ctx.sessionId;
    await this.#fire('before_reset', { messages: this.#transcripts.of(key), reason }, ctx);
    this.#transcripts.replace(key, []);
    const ended = { sessionId, sessionKey: key, messageCount: 0, reason, nextSessionId: sessionId };
    await this.#fire('session_end', ended, { sessionId, sessionKey: key });
    this.#started.add(key);
    const started = { sessionId, sessionKey: key, resumedFrom: sessionId };
    await this.#fire('session_start', started, { sessionId, sessionKey: key });
  }

  async compact(key: string): Promise<void> {
    const ctx = this.#context(key, {});
    await this.#fire('before_compaction', { messageCount: 6, tokenCount: 25 }, ctx);
    this.#transcripts.replace(key, [{ role: 'compactionSummary', content: 'A summary.' }]);
    await this.#fire('after_compaction', { messageCount: 2, compactedCount: 4 }, ctx);
    // Some versions give the conversation a new id then, and call that an end.
    await this.#fire('session_end', { sessionKey: key, reason: 'compaction' }, ctx);
  }

  async fire(hook: string, event: unknown, ctx: unknown): Promise<unknown[]> {
    return this.#fire(hook, event, ctx);
  }

  async tool(name: string, ctx: PluginToolContext, params: unknown): Promise<string> {
    const tool = this.#tools.get(name)?.(ctx);
    if (!tool) throw new Error(`no tool ${name}`);
    const { content } = await tool.execute('call', params);
    return content.map(({ text }) => text).join('\n');
  }

  async command(args: string, ctx: Speaker & { readonly sessionKey: string }): Promise<string> {
    return (await this.#command!.handler({ channel: 'webchat', ...ctx, args })).text;
  }

  /** `sessions.create` with a parent that it succeeds: ids and keys of the two differ. */
  async succeed(key: string, next: string): Promise<void> {
    const ctx = { sessionId: this.#transcripts.idOf(key), sessionKey: key };
    const ended = { ...ctx, messageCount: 0, reason: 'new', nextSessionKey: next };
    await this.#fire('session_end', ended, ctx);
    const begun = { sessionId: this.#transcripts.idOf(next), sessionKey: next };
    this.#started.add(next);
    await this.#fire('session_start', { ...begun, resumedFrom: ctx.sessionId }, begun);
  }

  get hookNames(): string[] {
    return [...this.#handlers.keys()];
  }

  get toolNames(): string[] {
    return [...this.#tools.keys()];
  }

  #context(key: string, speaker: Speaker) {
    const { agentId = /^agent:([^:]+)/.exec(key)?.[1] ?? 'main', ...rest } = speaker;
    const runId = `run-${process.pid}-${++this.#runs}`;
    return {
      runId,
      agentId,
      sessionKey: key,
      sessionId: this.#transcripts.idOf(key),
      trigger: 'user',
      channel: 'webchat',
      ...rest,
    };
  }

  #register(modes: readonly string[]): void {
    this.#handlers = new Map();
    this.#services = [];
    for (const registrationMode of modes) this.#plugin.register(this.#api(registrationMode));
  }

  #api(registrationMode: string): PluginApi {
    const isFirst = this.#services.length === 0;
    return {
      registrationMode,
      config: {
        plugins: { entries: { cortex: { hooks: { allowConversationAccess: this.#isAllowed } } } },
      },
      pluginConfig: this.#config,
      logger: { info: () => {}, warn: (message) => this.warnings.push(message) },
      runtime: { state: { resolveStateDir: () => this.#stateDir } },
      on: (hook, handler) => {
        if (!this.#isAllowed && NEEDS_ACCESS.includes(hook)) return;
        this.#handlers.set(hook, [...(this.#handlers.get(hook) ?? []), handler]);
      },
      registerService: (service) => {
        if (isFirst) this.#services.push(service);
      },
      registerTool: (make, { name }) => this.#tools.set(name, make),
      registerCommand: (command) => {
        this.#command = command;
      },
    };
  }

  async #fire(hook: string, event: unknown, ctx: unknown): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (const handler of this.#handlers.get(hook) ?? []) answers.push(await handler(event, ctx));
    return answers;
  }
}

const NEEDS_ACCESS = ['before_prompt_build', 'agent_end'];
