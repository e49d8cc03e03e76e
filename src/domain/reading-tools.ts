/** Tools that look, or keep lists for the model alone, by the names that hosts give them. */
export const READING_TOOLS =
  'Read|NotebookRead|Grep|Glob|LS|WebFetch|WebSearch|ToolSearch|LSP|BashOutput|TodoRead|TodoWrite|TaskCreate|TaskUpdate|' +
  'TaskList|TaskGet|TaskOutput|ListMcpResourcesTool|ReadMcpResourceTool|AskUserQuestion|EnterPlanMode|ExitPlanMode';

export function isReadingTool(name: string): boolean {
  return !name.includes('|') && `|${READING_TOOLS}|`.includes(`|${name}|`);
}
