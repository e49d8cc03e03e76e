import { expect, it } from 'vitest';
import { outputTo } from '../base/output.ts';
import { type Agent, printAgents } from './agents.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const agent = (title: string, more: Partial<Agent>): Agent => ({
  name: title.toLowerCase(),
  title,
  connected: false,
  by_contract: false,
  experimental: false,
  may_have_plugin: false,
  last_event: null,
  trouble: null,
  waiting: null,
  homes: [],
  ...more,
});

const AGENTS = [
  agent('Claude Code', { connected: true, last_event: '2026-11-16T10:00:00Z' }),
  agent('Codex', {}),
  agent('Gemini', { may_have_plugin: true, last_event: '2026-11-14T12:00:00Z' }),
  agent('OpenCode', { last_event: '2026-11-14T12:00:00Z' }),
  agent('Qwen Code', { trouble: 'it calls /opt/cortex, which is not there' }),
];

function printed(columns: number): string[] {
  let text = '';
  const stream = { write: (more: string) => void (text += more) };
  printAgents(outputTo(stream, { COLUMNS: String(columns) }), 'agents      ', AGENTS, NOW);
  return text.trimEnd().split('\n');
}

it.each([40, 80, 120])('status has one line for each agent at %i columns', (columns) => {
  const lines = printed(columns);
  expect(lines).toHaveLength(AGENTS.length);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
});

it('says the state, when it was heard, and what to do', () => {
  expect(printed(120)).toEqual([
    'agents      Claude Code: connected, last heard 2 h ago',
    '            Codex: not connected, no event yet (cortex setup codex)',
    '            Gemini: not connected by setup, last heard 2 days ago (fine where its plugin is, else: cortex setup gemini)',
    '            OpenCode: not connected, last heard 2 days ago (cortex setup opencode)',
    '            Qwen Code: broken, no event yet (it calls /opt/cortex, which is not there; cortex doctor says more)',
  ]);
});
