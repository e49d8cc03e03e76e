/** Public repositories that selection.md gives, and the one that the rules were found on. */
export const REPOSITORIES: readonly { readonly name: string; readonly half: 'dev' | 'held' }[] = [
  { name: 'entireio/cli', half: 'dev' },
  { name: 'blackgirlbytes/planetfall-seed-signalkit', half: 'held' },
  { name: 'Nishanth-sebastin/eagerminds-bookmarks', half: 'held' },
  { name: 'Beep206/CyberVPN', half: 'held' },
  { name: 'EntityProcess/agentv', half: 'held' },
  { name: 'PackmindHub/context-evaluator', half: 'held' },
];
