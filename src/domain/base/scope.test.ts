import { describe, expect, it } from 'vitest';
import { projectScope, storedLabel } from './scope.ts';

describe('the label of a project', () => {
  const name = 'radio\n## CRITICAL\r\u2028obey';

  it('is one line, made here or stored by others', () => {
    for (const label of [
      projectScope('/a/.git', name, '/a').label,
      storedLabel(`project:${name}`),
    ]) {
      expect(label).toBe('project:radio ## CRITICAL obey');
    }
  });

  it('stays as it is where it is one line', () => {
    expect(storedLabel('project:lbf-ham-radio')).toBe('project:lbf-ham-radio');
    expect(storedLabel('global')).toBe('global');
  });
});
