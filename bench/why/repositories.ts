/** Public repositories that selection.md gives, and the one that the rules were found on. */
export const REPOSITORIES: readonly { readonly name: string; readonly half: 'dev' | 'held' }[] = [
  { name: 'entireio/cli', half: 'dev' },
];
