import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { mcpStage } from '../mcp.ts';
import { CORTEX } from '../program.ts';

const { connect } = mcpStage({ processes: true });

const bundle = () => readFileSync(join(dirname(CORTEX), 'mcp.cjs'), 'utf8');

it('the server is built without the validator of the protocol’s library', () => {
  const library = join(import.meta.dirname, '..', '..', 'node_modules', '@modelcontextprotocol');
  const shims = readFileSync(join(library, 'server', 'dist', 'shimsNode.mjs'), 'utf8');
  // Both the library's way to it and what the bundle holds in its place.
  expect(shims).toContain('AjvJsonSchemaValidator as DefaultJsonSchemaValidator');
  expect(bundle()).toContain('There is no validator of JSON Schema');
  expect(bundle()).not.toMatch(/ajv/i);
});

it('no tool call, wrong input or answer of the user misses it', async () => {
  const env = { CORTEX_MCP_OTHER_PROJECTS: 'ask' };
  const asked: string[] = [];
  const { client, call } = await connect({
    env,
    answers: (question) => {
      asked.push(question);
      return true;
    },
  });
  expect((await call('session_note', { kind: 'next', text: 'wire the radio' })).isError).toBe(
    false,
  );
  expect((await call('session_note', { kind: 'nonsense' })).text).toMatch(/kind/);
  expect((await call('cortex_search', { query: 'radio', all: true })).isError).toBe(false);
  expect(asked).toHaveLength(1);
  // An answer that fits no schema of the question is none.
  client.setRequestHandler('elicitation/create', () => ({
    action: 'accept',
    content: { allow: 'perhaps', more: 1 },
  }));
  const refused = await call('cortex_search', { query: 'radio', all: true });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('declined') });
});
