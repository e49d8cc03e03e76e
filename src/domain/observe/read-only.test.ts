import { describe, expect, it } from 'vitest';
import { isReadOnly, isReadOnlyCommand } from './read-only.ts';

describe('isReadOnlyCommand', () => {
  it.each([
    'ls',
    'ls -la /tmp',
    'cat a.txt | grep x | head -5',
    'git status',
    'git log --oneline -5',
    'git -C /x --no-pager diff HEAD~1',
    'cd /x && git status -s && pwd',
    'find . -name "*.ts" -type f',
    'grep -rn "git push" src 2>/dev/null',
    'echo "git push && rm -rf /"',
    'rg foo > /dev/null 2>&1',
    'git branch',
    'git branch -a',
    'git branch --list "x*"',
    'git tag -l',
    'git remote -v',
    'git remote show origin',
    'git stash list',
    'git config --get user.name',
    'git worktree list',
    'npm ls --depth 0',
    'docker ps -a',
    'kubectl get pods -n x',
    'gh pr view 12',
    'node --version',
    'terraform --help',
    'FOO=1 ls',
    'env FOO=1 ls',
    'sudo cat /etc/hosts',
    'timeout 5 ls',
    'find . -print0 | xargs -0 grep x',
    "sed -n '1,20p' a.txt",
    "awk '{print $1}' a.txt",
    'for f in a b; do cat $f; done',
    'if test -f x; then cat x; fi',
    '[ -f x ] && cat x',
    "cat <<'EOF'\nrm -rf /\nEOF",
    'Get-ChildItem .',
  ])('%s', (command) => expect(isReadOnlyCommand(command)).toBe(true));

  it.each([
    '',
    'git push',
    'git status && git push',
    'git log; rm x',
    'ls | tee out.txt',
    'cat a > b',
    'cat a >> b',
    'ls &> out',
    'true || echo x > y',
    'if true; then ls > y; fi',
    '(ls) > y',
    'find . -delete',
    'find . -name x -exec rm {} ;',
    'find . | xargs rm',
    'xargs -I {} rm {}',
    'sed -i s/a/b/ x',
    'sed -ni.bak p x',
    "sed 'w out.txt' x",
    `awk '{print > "f"}' x`,
    `awk 'BEGIN{system("rm x")}'`,
    'sort -o x x',
    'uniq a b',
    'hostname new',
    'date -s 2026-01-01',
    'git branch new',
    'git branch -D old',
    'git branch -v -D old',
    'git tag v1',
    'git tag -d v1',
    'git stash',
    'git remote add x y',
    'git config user.name x',
    'git diff --output=x',
    'git checkout .',
    'npm test',
    'npm install',
    'docker run x',
    'kubectl delete pod x',
    'gh pr merge 12',
    'echo $(git push)',
    'echo `git push`',
    'cat <(git push)',
    'cat <<EOF\n$(rm x)\nEOF',
    'ls() { rm x; }; ls',
    'sudo rm x',
    'env FOO=1 rm x',
    'unknown-program x',
    'python -c "print(1)"',
    'echo "unclosed',
    'ls\n…',
    'Remove-Item x',
    '"ls cat"',
  ])('not %s', (command) => expect(isReadOnlyCommand(command)).toBe(false));
});

describe('isReadOnly', () => {
  it.each(['Read', 'Grep', 'Glob', 'LS', 'WebFetch', 'TodoWrite', 'TaskUpdate'])('%s', (name) => {
    expect(isReadOnly({ name, paths: ['/x'], command: null })).toBe(true);
  });
  it.each(['Write', 'Edit', 'Bash', 'mcp__db__query', 'Task', 'Read|Grep', ''])('not %s', (name) => {
    expect(isReadOnly({ name, paths: ['/x'], command: null })).toBe(false);
  });
  it('judges a command by what it runs', () => {
    expect(isReadOnly({ name: 'Bash', paths: [], command: 'ls' })).toBe(true);
    expect(isReadOnly({ name: 'Bash', paths: [], command: 'make' })).toBe(false);
  });
});
