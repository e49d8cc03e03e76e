/** Tools that only look, by the names that Claude Code gives them: their use leaves no fact that anybody is told. */
export const LOOKING_TOOLS =
  'Read|NotebookRead|Grep|Glob|LS|WebFetch|WebSearch|ToolSearch|LSP|BashOutput|TodoRead|TaskList|TaskGet|TaskOutput|' +
  'ListMcpResourcesTool|ReadMcpResourceTool|ReadMcpResourceDirTool|ListAgents|CronList|EnterPlanMode';

/** Those, and tools that keep lists for the model or ask the person: nothing is to be said before their use. */
export const READING_TOOLS = `${LOOKING_TOOLS}|TodoWrite|TaskCreate|TaskUpdate|AskUserQuestion|ExitPlanMode`;

/** The same under the names of Qwen Code, Codex and Gemini CLI. */
const READING_TOOLS_ELSEWHERE =
  'read_file|read_many_files|list_directory|glob|grep_search|search_file_content|web_fetch|web_search|google_web_search|' +
  'todo_write|write_todos|update_plan|view_image|save_memory|ask_user_question|exit_plan_mode';

export function isReadingTool(name: string): boolean {
  return !name.includes('|') && `|${READING_TOOLS}|${READING_TOOLS_ELSEWHERE}|`.includes(`|${name}|`);
}
