/** The part of OpenClaw's plugin interface that is used, as of 2026.9.6. Nothing of OpenClaw is imported. */
export interface PluginApi {
  readonly config?: unknown;
  readonly pluginConfig?: unknown;
  readonly registrationMode?: string;
  readonly logger: PluginLogger;
  readonly runtime?: { readonly state?: { resolveStateDir?(env: NodeJS.ProcessEnv): string } };
  on(hook: string, handler: (event: unknown, ctx: unknown) => unknown, options?: object): void;
  registerService(service: {
    readonly id: string;
    start(ctx: ServiceContext): void | Promise<void>;
    stop(): void | Promise<void>;
  }): void;
  registerTool(
    make: (ctx: PluginToolContext) => PluginTool | null,
    options: { readonly name: string },
  ): void;
  registerCommand(command: {
    readonly name: string;
    readonly description: string;
    readonly acceptsArgs: boolean;
    handler(ctx: CommandContext): Promise<{ readonly text: string }>;
  }): void;
}

/** Strings only. */
export interface PluginLogger {
  info(message: string): void;
  warn(message: string): void;
}

export interface ServiceContext {
  readonly stateDir: string;
}

export interface PluginToolContext {
  readonly agentId?: string;
  readonly sessionKey?: string;
  readonly workspaceDir?: string;
  readonly messageChannel?: string;
  readonly requesterSenderId?: string;
}

export interface PluginTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: unknown;
  execute(toolCallId: string, params: unknown): Promise<PluginToolResult>;
}

/** A tool as a model reads it. */
export type ToolDeclaration = Pick<PluginTool, 'name' | 'description' | 'parameters'>;

export interface PluginToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly details: unknown;
}

export interface CommandContext {
  readonly agentId?: string;
  readonly sessionKey?: string;
  readonly channel?: string;
  readonly senderId?: string;
  readonly args?: string;
}
