import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Clock, MINUTE, SECOND } from './clock.ts';
import type { ToolUse, Turn } from './corpus.ts';
import type { Repository } from './repository.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Where events go, and what a model is told in answer. */
export interface HookDoor {
  hook(host: string, payload: Fields): Promise<string>;
  callTool(cwd: string, name: string, input: Fields): Promise<string>;
  /** A message, for a host that reports or keeps it in a way of its own. */
  spoke?(session: Fields, role: 'user' | 'assistant', text: string): void;
}

/** A session as the hooks of one host tell it. */
export interface Session {
  start(source?: string): Promise<string>;
  prompt(text: string): Promise<string>;
}

/** The payloads of Claude Code 2.1.325, headless. */
export class ClaudeSession implements Session {
  readonly id = randomUUID();
  readonly #host: HookDoor;
  readonly #repository: Repository;
  readonly #clock: Clock;
  readonly #transcripts: string | null;
  #prompt = randomUUID();
  #uses = 0;

  /** `transcripts`: the folder in which the host keeps what was said; none where it keeps nothing. */
  constructor(
    host: HookDoor,
    repository: Repository,
    clock: Clock,
    transcripts: string | null = null,
  ) {
    this.#host = host;
    this.#repository = repository;
    this.#clock = clock;
    this.#transcripts = transcripts;
  }

  get #transcript(): string {
    const project = this.#repository.path.replace(/[^A-Za-z0-9]/g, '-');
    return `${this.#transcripts ?? '/home/dev/.claude/projects'}/${project}/${this.id}.jsonl`;
  }

  /** By what its events name it and its turn. */
  get named(): Fields {
    return { session_id: this.id, cwd: this.#repository.path, prompt_id: this.#prompt };
  }

  /** Adds a line to the transcript, as Claude Code writes it. */
  keep(role: 'user' | 'assistant', text: string): void {
    this.#host.spoke?.(this.named, role, text);
    if (this.#transcripts === null) return;
    const content = role === 'user' ? text : [{ type: 'text', text }];
    const line = {
      type: role,
      sessionId: this.id,
      cwd: this.#repository.path,
      uuid: randomUUID(),
      timestamp: this.#clock.iso,
      isSidechain: false,
      message: { role, content },
    };
    mkdirSync(dirname(this.#transcript), { recursive: true });
    appendFileSync(this.#transcript, `${JSON.stringify(line)}\n`);
  }

  #hook(event: string, fields: Fields): Promise<string> {
    const cwd = this.#repository.path;
    return this.#host.hook('claude-code', {
      session_id: this.id,
      transcript_path: this.#transcript,
      cwd,
      ...fields,
      hook_event_name: event,
    });
  }

  /** What stands in the events of a turn. */
  get #turn(): Fields {
    return {
      prompt_id: this.#prompt,
      permission_mode: 'bypassPermissions',
      effort: { level: 'medium' },
    };
  }

  start(source = 'startup'): Promise<string> {
    return this.#hook('SessionStart', { source });
  }

  prompt(text: string): Promise<string> {
    this.#clock.forward(2 * MINUTE);
    this.#prompt = randomUUID();
    const { effort: _, ...turn } = this.#turn;
    return this.#hook('UserPromptSubmit', { ...turn, prompt: text });
  }

  /** A finished tool call; `PreToolUse` decides nothing that is kept, and is left out. */
  async used(
    tool_name: string,
    tool_input: Fields,
    tool_response: unknown,
    more: Fields = {},
  ): Promise<void> {
    this.#clock.forward(20 * SECOND);
    const tool_use_id = `toolu_${this.#prompt.slice(0, 8)}${++this.#uses}`;
    const fields = { tool_name, tool_input, tool_response, tool_use_id, duration_ms: 40, ...more };
    await this.#hook('PostToolUse', { ...this.#turn, ...fields });
  }

  async failed(tool_name: string, tool_input: Fields, output: string): Promise<void> {
    this.#clock.forward(20 * SECOND);
    const tool_use_id = `toolu_${this.#prompt.slice(0, 8)}${++this.#uses}`;
    const fields = { tool_name, tool_input, tool_use_id, is_interrupt: false, duration_ms: 40 };
    await this.#hook('PostToolUseFailure', {
      ...this.#turn,
      ...fields,
      error: `Exit code 1\n${output}`,
    });
  }

  async bash(command: string, ok: boolean, output: string): Promise<void> {
    const input = { command, description: 'run it' };
    if (!ok) return this.failed('Bash', input, output);
    const quiet = {
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: output === '',
    };
    return this.used('Bash', input, { stdout: output, ...quiet });
  }

  async read(file: string): Promise<void> {
    const filePath = this.#repository.absolute(file);
    const content = this.#repository.read(file);
    const numLines = content.split('\n').length;
    const read = { filePath, content, numLines, startLine: 1, totalLines: numLines };
    await this.used('Read', { file_path: filePath }, { type: 'text', file: read });
  }

  async write(file: string, content: string): Promise<void> {
    const filePath = this.#repository.absolute(file);
    const before = this.#repository.read(file);
    this.#repository.write(file, content);
    await this.used(
      'Write',
      { file_path: filePath, content },
      {
        type: before === '' ? 'create' : 'update',
        filePath,
        content,
        structuredPatch: [],
        originalFile: before || null,
        userModified: false,
      },
    );
  }

  async edit(file: string, oldString: string, newString: string): Promise<void> {
    const filePath = this.#repository.absolute(file);
    const originalFile = this.#repository.read(file);
    this.#repository.edit(file, oldString, newString);
    await this.used(
      'Edit',
      { file_path: filePath, old_string: oldString, new_string: newString, replace_all: false },
      {
        filePath,
        oldString,
        newString,
        originalFile,
        structuredPatch: [],
        userModified: false,
        replaceAll: false,
      },
    );
  }

  /** By Cortex's own tool, which the host then reports like any other. */
  async pin(content: string, critical: boolean): Promise<void> {
    const input = { action: 'pin', content, ...(critical && { critical }) };
    const text = await this.#host.callTool(this.#repository.path, 'working_memory', input);
    const mcp_server = { name: 'cortex', source: 'user' };
    await this.used('mcp__cortex__working_memory', input, text, { mcp_server });
  }

  async use(use: ToolUse): Promise<void> {
    switch (use.tool) {
      case 'Read':
        return this.read(use.file);
      case 'Write':
        return this.write(use.file, use.content);
      case 'Edit':
        return this.edit(use.file, use.old, use.new);
      case 'Bash': {
        const output = use.ok ? await this.#repository.shell(use.command, use.output) : use.output;
        return this.bash(use.command, use.ok, output);
      }
      case 'TodoWrite': {
        const todos = use.todos.map((todo) => ({ ...todo, activeForm: todo.content }));
        return this.used('TodoWrite', { todos }, { oldTodos: [], newTodos: todos });
      }
      case 'pin':
        return this.pin(use.text, use.critical);
    }
  }

  async stop(reply: string): Promise<void> {
    this.#clock.forward(30 * SECOND);
    const quiet = { background_tasks: [], session_crons: [] };
    await this.#hook('Stop', {
      ...this.#turn,
      stop_hook_active: false,
      last_assistant_message: reply,
      ...quiet,
    });
  }

  /** A whole turn; what its prompt was answered with. */
  async play(turn: Turn): Promise<string> {
    const told = await this.prompt(turn.prompt);
    this.keep('user', turn.prompt);
    for (const words of turn.between ?? []) this.keep('assistant', words);
    for (const use of turn.tools) await this.use(use);
    if (turn.reply === undefined) return told;
    this.keep('assistant', turn.reply);
    await this.stop(turn.reply);
    return told;
  }

  /** A subagent that ran in the background answers as a prompt. */
  notice(result: string): Promise<string> {
    if (result.startsWith('<task-notification>')) return this.prompt(result);
    const parts = [
      '<task-id>a6881663ec1fcd574</task-id>',
      '<status>completed</status>',
      '<summary>Agent "Look around" finished</summary>',
      `<result>${result}</result>`,
      '<usage><subagent_tokens>142</subagent_tokens><tool_uses>3</tool_uses><duration_ms>4982</duration_ms></usage>',
    ];
    return this.prompt(`<task-notification>\n${parts.join('\n')}\n</task-notification>`);
  }

  /** In the order in which this version sends it; what the session is told afterwards. */
  async compact(summary: string): Promise<string> {
    this.#clock.forward(MINUTE);
    const compact_summary = `<analysis>looking back</analysis>\n<summary>\n${summary}\n</summary>`;
    const prompt_id = this.#prompt;
    await this.#hook('PreCompact', { prompt_id, trigger: 'auto', custom_instructions: null });
    await this.#hook('SubagentStop', {
      ...this.#turn,
      agent_id: 'a0290be03bf3b509a',
      agent_type: '',
      stop_hook_active: false,
      last_assistant_message: compact_summary,
      background_tasks: [],
      session_crons: [],
    });
    const told = await this.#hook('SessionStart', {
      prompt_id,
      source: 'compact',
      model: 'claude-opus-5-5',
    });
    await this.#hook('PostCompact', { prompt_id, trigger: 'auto', compact_summary });
    return told;
  }

  async end(): Promise<void> {
    this.#clock.forward(MINUTE);
    await this.#hook('SessionEnd', { prompt_id: this.#prompt, reason: 'other' });
  }
}

/** The payloads of Codex, as far as the start of a session needs them. */
export class CodexSession implements Session {
  readonly #host: HookDoor;
  readonly #cwd: string;
  readonly #clock: Clock;
  readonly #id = randomUUID();

  constructor(host: HookDoor, repository: Repository, clock: Clock) {
    this.#host = host;
    this.#cwd = repository.path;
    this.#clock = clock;
  }

  #hook(hook_event_name: string, fields: Fields): Promise<string> {
    const rollout = `/home/dev/.codex/sessions/2026/11/15/rollout-2026-11-15T18-05-59-${this.#id}.jsonl`;
    return this.#host.hook('codex', {
      session_id: this.#id,
      transcript_path: rollout,
      cwd: this.#cwd,
      hook_event_name,
      model: 'gpt-5.2-codex',
      permission_mode: 'bypassPermissions',
      ...fields,
    });
  }

  start(): Promise<string> {
    return this.#hook('SessionStart', { source: 'startup' });
  }

  prompt(prompt: string): Promise<string> {
    this.#clock.forward(2 * MINUTE);
    return this.#hook('UserPromptSubmit', { turn_id: randomUUID(), prompt });
  }
}
