import type { Config } from '../config/config.ts';
import { asRecord, idText, list, pathText, words } from '../domain/base/text/json.ts';
import type { Millis } from '../domain/base/time.ts';
import type { HostEvent } from '../domain/facts/event.ts';
import type { EventSender } from '../domain/facts/sender.ts';
import type { Deps } from '../engine/base/deps.ts';
import { isExcluded } from '../engine/presence/exclusion.ts';
import { freshId } from '../system/hooks/handed-id.ts';
import {
  type Audience,
  audienceOf,
  conversationKey,
  type HookContext,
  homeFolderName,
  isIncognito,
  isSubagent,
} from './audience.ts';
import { Homes, InOrder, type OpenHome, Recent } from './homes.ts';
import { openClaw } from './host.ts';
import {
  beginOrResume,
  type Conversation,
  deliverOwed,
  joinSuccessor,
  type Live,
  pass,
  pauseEvent,
  withinConversation,
} from './live.ts';

export interface GatewayOptions {
  readonly config: Config;
  now(): Millis;
  open(folder: string): OpenHome;
  /** Reports a failure before a log exists. */
  warn(message: string): void;
}

/** Sessions end where the gateway goes; after a mere reload they go on. */
export type Stopping = 'shutdown' | 'reload';

/** The most conversations held in memory. */
const MOST_LIVES = 500;

/** All conversations of a gateway, each with its session, each audience in a home of its own. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #source: EventSender = {
    host: openClaw.name,
    via: 'openclaw plugin',
    injection: openClaw.injection,
  };
  readonly #homes: Homes;
  readonly #order = new InOrder();
  readonly #lives = new Map<string, Live>();
  /** The live session that spoke last in a conversation. */
  readonly #current = new Map<string, Live>();
  readonly #runs = new Recent<Live>();
  /** The conversation that started a subagent's: its work is that one's. */
  readonly #parents = new Recent<string>();
  /** When a conversation was last reset. */
  readonly #resets = new Recent<Millis>();
  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#homes = new Homes(options.open);
  }

  /** The text for this turn, the same as in the turn before; null where there is nothing to say. */
  async prompt(event: unknown, sent: unknown): Promise<string | null> {
    const ctx: HookContext = asRecord(sent) ?? {};
    const place = this.#placeOf(ctx);
    if (!place || isSubagent(place.conversation)) return null;
    const history = list(asRecord<{ messages: unknown }>(event)?.messages);
    return this.#work(place, null, async (deps) => {
      if (isLeftAlone(deps, place)) return null;
      const live = await this.#live(deps, place, history.length > 0);
      if (!live) return null;
      this.#current.set(place.conversation, live);
      const run = idText(ctx.runId);
      if (run) this.#runs.set(run, live);
      const said = this.#parse('before_prompt_build', event, ctx, place);
      if (said) await pass(deps, this.#source, live, markGroup(said, place.audience));
      const owed = await deliverOwed(deps, live);
      return [...live.said, ...(owed ? [owed] : [])].join('\n\n') || null;
    });
  }

  /** An event that adds to what is known. */
  async note(hook: string, event: unknown, sent: unknown): Promise<void> {
    const ctx: HookContext = asRecord(sent) ?? {};
    const conversation = conversationKey(ctx);
    if (conversation === null || isIncognito(conversation)) return;
    const parent = this.#parentOf(conversation);
    const live =
      this.#runs.get(idText(ctx.runId) ?? '') ?? this.#current.get(parent ?? conversation);
    if (!live) return;
    await this.#work(live, undefined, async (deps) => {
      const parsed = this.#parse(hook, event, ctx, live);
      if (!parsed || (hook === 'agent_end' && words(ctx.trigger) === 'heartbeat')) return;
      const counted = parent ? asSubagentEvent(parsed, conversation) : parsed;
      if (counted) await pass(deps, this.#source, live, counted);
      if (counted?.kind === 'turn-end' && counted.reply !== null) live.turns++;
    });
  }

  /** A conversation is over: reset, idle, deleted. */
  async ended(hook: string, event: unknown, sent: unknown): Promise<void> {
    const told: HookContext = { ...asRecord<HookContext>(event), ...asRecord<HookContext>(sent) };
    const conversation = conversationKey(told);
    if (conversation === null) return;
    this.#parents.delete(conversation);
    const reason = words(asRecord<{ reason: unknown }>(event)?.reason);
    // When the gateway stops, all sessions end together; a compaction ends none.
    if (reason === 'shutdown' || reason === 'restart' || reason === 'compaction') return;
    this.#resets.set(conversation, this.#options.now());
    const nextKey = asRecord<{ nextSessionKey: unknown }>(event)?.nextSessionKey;
    const next = conversationKey({ agentId: told.agentId, sessionKey: nextKey });
    for (const live of this.#livesOf(conversation)) {
      const parsed = this.#parse(hook, event, told, live);
      if (parsed) await this.#end(live, parsed);
      if (next !== null)
        await this.#work(live, undefined, (deps) => joinSuccessor(deps, live, next));
    }
  }

  async endRun(sent: unknown): Promise<void> {
    const conversation = conversationKey(asRecord<HookContext>(sent) ?? {});
    for (const live of this.#livesOf(conversation ?? '')) await this.#end(live, pauseEvent(live));
  }

  spawned(event: unknown, ctx: unknown): void {
    const child = idText(asRecord<{ childSessionKey: unknown }>(event)?.childSessionKey);
    const parent = idText(asRecord<{ requesterSessionKey: unknown }>(ctx)?.requesterSessionKey);
    if (child && parent && child !== parent) this.#parents.set(child, parent);
  }

  /** The conversation that a person talks to; null where that is this one itself. */
  #parentOf(conversation: string): string | null {
    let parent: string | null = null;
    // Subagents start subagents; a few deep at most.
    for (let at = conversation, deep = 0; deep < 10; deep++) {
      const next = this.#parents.get(at);
      if (next === undefined) break;
      at = parent = next;
    }
    return parent;
  }

  /** For a tool: the session of the turn that it is used in. */
  async withinTurn<T>(
    sent: HookContext,
    work: (within: OpenConversation) => Promise<T>,
  ): Promise<T> {
    const conversation = conversationKey(sent) ?? '';
    const turn = this.#parentOf(conversation) ?? conversation;
    return this.#within(this.#current.get(turn) ?? this.#place(sent, turn), work);
  }

  /** For a command: the session of whoever gave it, which need not be the one who spoke last. */
  async withinCommand<T>(
    sent: HookContext,
    work: (within: OpenConversation) => Promise<T>,
  ): Promise<T> {
    return this.#within(this.#place(sent, conversationKey(sent) ?? ''), work);
  }

  async #within<T>(
    place: Conversation,
    work: (within: OpenConversation) => Promise<T>,
  ): Promise<T> {
    if (place.conversation === '')
      throw new Error('OpenClaw did not say which conversation this is.');
    if (isIncognito(place.conversation))
      throw new Error('This conversation is incognito: nothing of it is kept.');
    return this.#order.run(place.conversation, () =>
      this.#homes.use(place.folder, async (home) => {
        const deps = withinConversation(home, place);
        return work({
          deps,
          place,
          live: this.#lives.get(nameOf(place)) ?? null,
          open: () => this.#live(deps, place, true),
        });
      }),
    );
  }

  async stop(why: Stopping): Promise<void> {
    await this.#order.settled();
    if (why === 'shutdown')
      for (const live of [...this.#lives.values()]) await this.#end(live, pauseEvent(live));
    this.#lives.clear();
    this.#current.clear();
    this.#runs.clear();
    this.#homes.closeAll();
  }

  async #live(deps: Deps, place: Conversation, hasHistory: boolean): Promise<Live | null> {
    const known = this.#lives.get(nameOf(place));
    if (known && (hasHistory || known.turns === 0)) {
      // The longest silent one stands first.
      this.#lives.delete(nameOf(place));
      this.#lives.set(nameOf(place), known);
      return known;
    }
    const resetAt = this.#resets.get(place.conversation) ?? null;
    const live = await beginOrResume(deps, this.#source, place, { hasHistory, resetAt });
    if (live) this.#lives.set(nameOf(place), live);
    this.#rest();
    return live;
  }

  /** Ends the longest silent session beyond the limit: a timer's runs are conversations that nobody ends. Whoever speaks again goes on where it was. */
  #rest(): void {
    const [longest] = this.#lives.values();
    if (this.#lives.size > MOST_LIVES && longest) void this.#end(longest, pauseEvent(longest));
  }

  async #end(live: Live, event: HostEvent): Promise<void> {
    this.#lives.delete(nameOf(live));
    if (this.#current.get(live.conversation) === live) this.#current.delete(live.conversation);
    await this.#work(live, undefined, (deps) => pass(deps, this.#source, live, event));
  }

  /** Works in the order of the conversation, and never throws: the host goes on, and the log says why. */
  async #work<T>(place: Conversation, otherwise: T, work: (deps: Deps) => Promise<T>): Promise<T> {
    return this.#order.run(place.conversation, async () => {
      try {
        return await this.#homes.use(place.folder, async (home) => {
          const deps = withinConversation(home, place);
          try {
            return await work(deps);
          } catch (error) {
            deps.log.failure('event not captured', error, { host: this.#source.host });
            return otherwise;
          }
        });
      } catch (error) {
        this.#options.warn(
          `Cortex could not open ${place.folder}: ${error instanceof Error ? error.message : error}`,
        );
        return otherwise;
      }
    });
  }

  #placeOf(ctx: HookContext): Conversation | null {
    const conversation = conversationKey(ctx);
    if (conversation === null || isIncognito(conversation)) return null;
    const place = this.#place(ctx, conversation);
    const { channel, who } = place.audience;
    const current = this.#current.get(conversation);
    // A heartbeat comes from nobody and nowhere: it belongs to whoever the conversation was with.
    return current && channel === null && who === null && isFromSystem(ctx) ? current : place;
  }

  #place(told: HookContext, conversation: string): Conversation {
    const audience = audienceOf({ ...told, sessionKey: conversation });
    const folder = homeFolderName(audience, this.#options.config);
    return { conversation, audience, folder, cwd: pathText(told.workspaceDir) };
  }

  /** An event that OpenClaw gives no id has one of ours, so that it counts once where it is stored and waits as well. */
  #parse(
    hook: string,
    event: unknown,
    ctx: HookContext,
    { conversation, cwd }: Conversation,
  ): HostEvent | null {
    const parsed = openClaw.parse({
      hook,
      event,
      ctx: { workspaceDir: cwd, ...ctx, sessionKey: conversation },
    });
    return parsed && { ...parsed, key: parsed.key ?? freshId() };
  }

  #livesOf(conversation: string): Live[] {
    return [...this.#lives.values()].filter((live) => live.conversation === conversation);
  }
}

export interface OpenConversation {
  readonly deps: Deps;
  readonly place: Conversation;
  /** Null where it was not opened yet. */
  readonly live: Live | null;
  /** Opens it; null where capture is off. */
  open(): Promise<Live | null>;
}

/** Earlier deliveries are not repeated once a person has switched Cortex off, or excluded the folder. */
function isLeftAlone(deps: Deps, { cwd }: Conversation): boolean {
  return !deps.config['session_persistence.enabled'] || (cwd !== null && isExcluded(deps, cwd));
}

/** Marks a prompt from a group: one of several people spoke. */
function markGroup(event: HostEvent, { who }: Audience): HostEvent {
  return event.kind === 'prompt' && who?.kind === 'group' ? { ...event, group: true } : event;
}

function nameOf({ folder, conversation }: Conversation): string {
  return `${folder} ${conversation}`;
}

function isFromSystem({ trigger, inputProvenance }: HookContext): boolean {
  const kind = words(asRecord<{ kind: unknown }>(inputProvenance)?.kind);
  const by = words(trigger);
  return (by !== null && by !== 'user') || (kind !== null && kind !== 'external_user');
}

/** A subagent's event as one of its parent; null if it is the subagent's own affair. */
function asSubagentEvent(event: HostEvent, child: string): HostEvent | null {
  // A subagent's context is its own.
  if (event.kind === 'compacting' || event.kind === 'compacted') return null;
  const subagent = child.slice(child.indexOf(':subagent:') + 1);
  return event.kind === 'turn-end'
    ? { ...event, kind: 'subagent-end', subagent }
    : { ...event, subagent };
}
