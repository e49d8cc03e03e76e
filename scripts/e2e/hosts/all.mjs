import { agentSdk } from './agent-sdk.mjs';
import { claudeCode } from './claude-code.mjs';
import { cline } from './cline.mjs';
import { codex } from './codex.mjs';
import { continueCli } from './continue.mjs';
import { copilot } from './copilot.mjs';
import { cursor } from './cursor.mjs';
import { gemini } from './gemini.mjs';
import { kilo } from './kilo.mjs';
import { kimi } from './kimi.mjs';
import { openclaw } from './openclaw.mjs';
import { opencode } from './opencode.mjs';
import { pi } from './pi.mjs';
import { qwen } from './qwen.mjs';

export const HOSTS = {
  'claude-code': claudeCode,
  'agent-sdk': agentSdk,
  codex,
  gemini,
  qwen,
  copilot,
  cursor,
  opencode,
  kilo,
  kimi,
  pi,
  cline,
  continue: continueCli,
  openclaw,
};
