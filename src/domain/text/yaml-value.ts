/** A text as it stands in the file, nothing, or a collection of them. */
export type Yaml = string | null | readonly Yaml[] | ReadonlyMap<string, Yaml>;
/** A map and not an object: a name such as `constructor` is only there if it was written. */
export type YamlMap = ReadonlyMap<string, Yaml>;

/** What cannot be read, with the line that says it. */
export class YamlError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

/** How YAML writes that nothing is there. */
export function isNothing(words: string): boolean {
  return words === '' || words === '~' || words === 'null' || words === 'Null' || words === 'NULL';
}
