import { asRecord } from '../domain/base/text/json.ts';
import type { PluginApi, PluginLogger, PluginToolContext, ToolDeclaration } from './api.ts';
import type { Stopping } from './gateway.ts';
import type { Surface } from './surface.ts';

/** The parts of a plugin that are loaded on demand. */
export interface Load {
  readonly tools: readonly ToolDeclaration[];
  /** The description of `/cortex` in the help of the gateway. */
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Why this Node cannot run Cortex; null where it can. */
  readonly unfit: string | null;
  /** Loads what `surface` needs, and opens nothing. */
  prepare(): Promise<unknown>;
  /** `home` is that of the person who ran setup; null where nobody said so. */
  surface(
    stateDir: string,
    settings: unknown,
    logger: PluginLogger,
    home: string | null,
  ): Promise<Surface>;
}

/** The loader's knowledge of its installation by setup. */
export interface Installed {
  /** OpenClaw refuses a tool that the manifest does not declare, and the manifest may be older than Cortex. */
  readonly tools: readonly string[];
  /** The home of the person who ran setup. */
  readonly home: string;
}

const ACCESS = 'plugins.entries.cortex.hooks.allowConversationAccess';

const NO_ACCESS =
  `Cortex sees no prompts, so nothing is captured or restored. Allow it: openclaw config set ${ACCESS} true ` +
  '(and leave plugins.entries.cortex.hooks.allowPromptInjection unset or true).';

/** State that all copies of the plugin in one process share. */
export interface PluginState {
  api: PluginApi | null;
  stateDir: string | null;
  home: string | null;
  surface: Promise<Surface> | null;
  /** The gateway is about to stop. */
  isGoing: boolean;
  hasService: boolean;
  readonly warned: Set<string>;
  /** Events that were dealt with: a dispatch hands the same object to every registration. */
  readonly seen: WeakSet<object>;
}

export function newState(): PluginState {
  return {
    api: null,
    stateDir: null,
    home: null,
    surface: null,
    isGoing: false,
    hasService: false,
    warned: new Set(),
    seen: new WeakSet(),
  };
}

/** The form in which OpenClaw takes a plugin. */
export interface CortexPlugin {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  register(given: PluginApi, installed?: Installed): void;
}

/**
 * The object that OpenClaw loads. It is registered several times in a process, in various modes and each time from a copy
 * of the module that knows nothing of the others.
 */
export function cortexPlugin(load: Load, state: PluginState): CortexPlugin {
  const core = openCore(load, state);
  return {
    id: 'cortex',
    name: 'Cortex',
    description:
      'Keeps the thread of work across sessions: pins, decisions, open tasks and what was learnt.',
    register: (given, installed) => {
      state.home ??= installed?.home ?? null;
      if (load.unfit !== null) {
        state.api ??= given;
        core.warnOnce(load.unfit);
        return;
      }
      // Other modes are for looking at the plugin, not for running it; they may come without settings.
      if (state.api === null || (given.registrationMode ?? 'full') === 'full') {
        const isChanged =
          JSON.stringify(state.api?.pluginConfig) !== JSON.stringify(given.pluginConfig);
        state.api = given;
        // New settings take effect with the next event; sessions go on.
        if (isChanged) void core.close('reload').catch(() => {});
      }
      registerHooks(given, state, core);
      registerService(given, state, core, load);
      registerTools(given, core, load, installed);
    },
  };
}

type Core = ReturnType<typeof openCore>;

/** Opens what the plugin carries events to, and keeps failures from the host. */
function openCore(load: Load, state: PluginState) {
  const warnOnce = (message: string) => {
    if (state.warned.has(message)) return;
    state.warned.add(message);
    state.api?.logger.warn(message);
  };
  const logger: PluginLogger = {
    info: (message) => state.api?.logger.info(message),
    warn: (message) => state.api?.logger.warn(message),
  };
  const opened = () => {
    if (state.surface) return state.surface;
    const stateDir = state.stateDir ?? stateDirOf(state.api, load.env);
    const opening = load.surface(stateDir, state.api?.pluginConfig, logger, state.home);
    state.surface = opening;
    // A failure is not kept: the next event tries again.
    opening.catch(() => {
      if (state.surface === opening) state.surface = null;
    });
    return opening;
  };
  return {
    warnOnce,
    opened,
    close: async (why: Stopping) => {
      const before = state.surface;
      state.surface = null;
      await (await before?.catch(() => null))?.stop(why);
    },
    /** The host is never failed, and hears of a repeated failure once. */
    safely: async <T>(
      work: (gateway: Surface['gateway']) => Promise<T>,
    ): Promise<T | undefined> => {
      try {
        return await work((await opened()).gateway);
      } catch (error) {
        warnOnce(failure(error));
        return undefined;
      }
    },
  };
}

function failure(error: unknown): string {
  return `Cortex could not do its work: ${error instanceof Error ? error.message : error}`;
}

function registerHooks(given: PluginApi, state: PluginState, { safely }: Core): void {
  const on = (
    hook: string,
    work: (gateway: Surface['gateway'], event: unknown, ctx: unknown) => Promise<unknown>,
  ) =>
    given.on(hook, (event, ctx) => {
      const sent = asRecord(event) && (event as object);
      if (sent && state.seen.has(sent)) return undefined;
      if (sent) state.seen.add(sent);
      return safely((gateway) => work(gateway, event, ctx));
    });
  on('before_prompt_build', async (gateway, event, ctx) => {
    const text = await gateway.prompt(event, ctx);
    // System text is cached with what stands before it; text in a message is gone in the next turn and breaks that.
    return text === null ? undefined : { appendSystemContext: text };
  });
  for (const hook of ['after_tool_call', 'before_compaction', 'after_compaction'])
    on(hook, (gateway, event, ctx) => gateway.note(hook, event, ctx));
  on('agent_end', async (gateway, event, ctx) => {
    await gateway.note('agent_end', event, ctx);
    // Without a service the process is there for this one turn.
    if (!state.hasService) await gateway.endRun(ctx);
  });
  for (const hook of ['before_reset', 'session_end'])
    on(hook, (gateway, event, ctx) => gateway.ended(hook, event, ctx));
  on('subagent_spawned', async (gateway, event, ctx) => gateway.spawned(event, ctx));
  given.on('gateway_stop', () => {
    state.isGoing = true;
  });
}

function registerService(
  given: PluginApi,
  state: PluginState,
  { warnOnce, close }: Core,
  load: Load,
): void {
  given.registerService({
    id: 'cortex',
    start: async (ctx) => {
      state.stateDir = ctx.stateDir;
      state.hasService = true;
      state.isGoing = false;
      if (!isAllowed(given)) warnOnce(NO_ACCESS);
      // A gateway may be idle for days, and an update meanwhile replaces the files that the first event would load.
      await load.prepare().catch((error) => warnOnce(failure(error)));
    },
    // A reload stops the service too; only where the gateway goes its sessions do.
    stop: () =>
      close(state.isGoing ? 'shutdown' : 'reload').catch((error) => warnOnce(failure(error))),
  });
}

function registerTools(
  given: PluginApi,
  { opened }: Core,
  load: Load,
  installed?: Installed,
): void {
  for (const tool of load.tools) {
    if (installed && !installed.tools.includes(tool.name)) continue;
    given.registerTool(
      (ctx: PluginToolContext) => ({
        ...tool,
        label: `Cortex: ${tool.name}`,
        execute: async (_id, params) => (await opened()).tool(tool.name, ctx, params),
      }),
      { name: tool.name },
    );
  }
  given.registerCommand({
    name: 'cortex',
    description: load.command,
    acceptsArgs: true,
    handler: async (ctx) => {
      try {
        return { text: await (await opened()).command(ctx) };
      } catch (error) {
        return { text: `${failure(error)}\nAfter an update of Cortex, restart the gateway.` };
      }
    },
  });
}

/** The state directory of a run without a service, which nobody hands over. */
function stateDirOf(api: PluginApi | null, env: Load['env']): string {
  const found = api?.runtime?.state?.resolveStateDir?.(env);
  if (!found) throw new Error('OpenClaw did not say where its state is.');
  return found;
}

/** Whether the settings allow it; missing settings count as allowed. */
function isAllowed({ config }: PluginApi): boolean {
  const at = (value: unknown, name: string) => asRecord(value)?.[name];
  const hooks = ['plugins', 'entries', 'cortex', 'hooks'].reduce<unknown>(at, config);
  return config === undefined || at(hooks, 'allowConversationAccess') === true;
}
