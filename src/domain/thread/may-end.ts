/** Whether a person's words can end a next action at all. Most prompts end nothing, and load nothing of the rules that tell. */
export function mayEnd(words: string): boolean {
  return CHEAP.test(words);
}

const CHEAP =
  /\b(?:cross|tick|strike|skip|drop|scrap|abandon|forget|never mind|leave out|cancel|need|done|finished|completed?|myself|already) |\bdone\b|\[[xX]\]|[✅✔]|~~/i;
