/** Tools that look, or keep lists for the model alone, by the names that hosts give them. */
export const READING_TOOLS =
  'Read|NotebookRead|Grep|Glob|LS|WebFetch|WebSearch|ToolSearch|LSP|BashOutput|TodoRead|TodoWrite|TaskCreate|TaskUpdate|' +
  'TaskList|TaskGet|TaskOutput|ListMcpResourcesTool|ReadMcpResourceTool|AskUserQuestion|EnterPlanMode|ExitPlanMode';

/** The same under the names of Qwen Code, Codex and Gemini CLI. */
const READING_TOOLS_ELSEWHERE =
  'read_file|read_many_files|list_directory|glob|grep_search|search_file_content|web_fetch|web_search|google_web_search|' +
  'todo_write|write_todos|update_plan|view_image|save_memory|ask_user_question|exit_plan_mode';

export function isReadingTool(name: string): boolean {
  return !name.includes('|') && `|${READING_TOOLS}|${READING_TOOLS_ELSEWHERE}|`.includes(`|${name}|`);
}
