export type CommandKind = 'test' | 'build' | 'lint' | 'types';
