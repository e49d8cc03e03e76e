// An agent as somebody writes one with the Claude Agent SDK: Cortex is its hooks and one of its MCP servers.
const { sdk, library, prompt, resume, model } = JSON.parse(process.argv[2]);
const { query } = await import(sdk);
const { cortexHooks, openCortex } = await import(library);

const cortex = openCortex();
const options = {
  hooks: cortexHooks(cortex),
  mcpServers: { cortex: { type: 'stdio', command: 'cortex', args: ['mcp'], alwaysLoad: true } },
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
  settingSources: [],
  continue: resume,
  ...(model && { model }),
  stderr: (text) => process.stderr.write(text),
};
let ended = 'without a result';
for await (const message of query({ prompt, options })) {
  console.log(JSON.stringify(message));
  if (message.type === 'result') ended = message.subtype;
}
await cortex.close();
process.exitCode = ended === 'success' ? 0 : 1;
