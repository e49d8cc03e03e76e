/** Code between fences, as people type it: a fence may stand within a line, and may be left open. */
export const FENCED = /(```|~~~)[\s\S]*?(?:\1|$)/g;

/** Code between fences, as agents write it: each fence has a line of its own, and one that is left open takes the rest. */
export const FENCED_LINES = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/gm;
