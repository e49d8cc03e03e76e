export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
export function oneLine(text: string, max = Infinity): string {
  const t = clean(text)
    .replace(/[\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/</g, '&lt;')
    .trim();
  const p = [...t];
  return p.length <= max ? t : p.slice(0, max - 1).join('') + '…';
}
export function stripOwn(text: string): string {
  return text
    .replace(/<session-continuity hint="[\s\S]*?<\/session-continuity>/g, '')
    .replace(/<hook_context>[\s\S]*?<\/hook_context>/g, '')
    .trim();
}
