/** An expression that is compiled when it is first used: a process that lives for milliseconds uses few of them. */
export function patternOnFirstUse(source: () => string, flags: string): () => RegExp {
  let made: RegExp | null = null;
  return () => {
    made ??= new RegExp(source(), flags);
    return made;
  };
}
