import { moreOfClaudeCode } from '../claude-code/story.mjs';

const KEY = 'sk-ant-made-up-for-a-scripted-model';
const SUMMARY_REQUEST =
  /create a detailed summary of the conversation|CRITICAL: Respond with TEXT ONLY/;

export const claudeCode = {
  name: 'claude-code',
  program: {
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    bin: 'claude',
    after: 'install.cjs',
  },
  logFolders: ['.claude/debug'],

  prepare({ world }) {
    // Its screen would first ask for an account, for trust in the folder and in the key.
    const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
    world.write('.claude.json', {
      hasCompletedOnboarding: true,
      bypassPermissionsModeAccepted: true,
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: Object.fromEntries(
        [world.repository, world.elsewhere].map((path) => [path, project]),
      ),
    });
    world.write('.claude/settings.json', { skipDangerousModePermissionPrompt: true });
  },

  env: (_world, model) => ({
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: KEY,
    // To root it grants everything only in a sandbox; this is one.
    IS_SANDBOX: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    // Today's models are offered no list of tasks.
    CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
  }),

  turn: (prompt, { resume }) => [
    '-p',
    prompt,
    ...(resume ? ['--continue'] : []),
    '--output-format',
    'json',
    '--dangerously-skip-permissions',
  ],

  tools: {
    shell: (command) => ({ tool: 'Bash', args: { command } }),
    write: (path, content) => ({ tool: 'Write', args: { file_path: path, content } }),
    todo: (text) => ({ tool: 'TaskCreate', args: { subject: text, description: text } }),
    mcp: (tool, args) => ({ tool: `mcp__cortex__${tool}`, args }),
  },

  /** A summary, a subagent and a notice of one are no part of the conversation's script. */
  instead: (asked, { aside, sub }) => {
    const last = lastSaid(asked);
    if (SUMMARY_REQUEST.test(last))
      return { text: `<analysis>So.</analysis>\n<summary>\n${aside}\n</summary>` };
    if (last.includes('<task-notification>')) return { text: 'Noted.' };
    return sub && isSubagent(asked) ? sub[Math.min(resultsIn(asked), sub.length - 1)] : null;
  },
  isAside: (request) => SUMMARY_REQUEST.test(lastSaid(request)) || isSubagent(request),

  compacts: { command: '/compact' },

  more: moreOfClaudeCode,
};

/** Whether a request is a subagent's, by the words that the story has it asked. */
export const isSubagent = (request) =>
  request.entries.some(({ role, text }) => role === 'user' && text.includes('AS A SUBAGENT'));

const resultsIn = ({ entries }) => entries.filter(({ kind }) => kind === 'result').length;

/** The last words of anybody but the model. */
function lastSaid({ entries }) {
  const last = entries.findLastIndex(({ role }) => role === 'assistant');
  return entries
    .slice(last + 1)
    .filter(({ kind }) => kind === 'said')
    .map(({ text }) => text)
    .join('\n');
}
