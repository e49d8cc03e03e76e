/**
 * Names of events for code that has to know one before its payload is understood: the launcher, and the entry that chooses a bundle.
 * The host reads the meaning of an event (`src/agents/`). A name that is missing here costs time, and nothing else.
 */
export const TOOL_EVENTS: readonly string[] = [
  'PostToolUse',
  'PostToolUseFailure',
  'AfterTool',
  'postToolUse',
  'postToolUseFailure',
];

/** Events whose answer is awaited, and which are owed a restore. */
export const PROMPT_EVENTS: readonly string[] = [
  'UserPromptSubmit',
  'BeforeAgent',
  'beforeSubmitPrompt',
];

/** Events whose answer is not used. */
export const END_EVENTS: readonly string[] = [
  'Stop',
  'StopFailure',
  'SubagentStop',
  'AfterAgent',
  'PreCompact',
  'PostCompact',
  'PreCompress',
  'SessionEnd',
];

/** The fields in which payloads name their event, in the spellings of all hosts. */
export const NAME_FIELDS = ['hook_event_name', 'hookEventName', 'agent_action_name'] as const;
