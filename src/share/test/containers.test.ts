import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CORTEX } from '../../../test/program.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import { keyText } from '../cipher.ts';
import { TEST_KEY } from './git-stage.ts';
import { machineAt, sourceRepository } from './tools/containers.ts';
import { bareRepository } from './tools/remotes.ts';

const scratch = useScratch();
const PAGE = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'docs', 'containers.md'),
  'utf8',
);

/** The lines of a block of the page, by its language and something that stands in it. */
function block(language: string, part: string): string {
  const all = [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (one) => one[1]!,
  );
  const found = all.filter((text) => text.includes(part));
  expect(found, part).toHaveLength(1);
  return found[0]!;
}

/** A folder of programs as an image has them: Cortex as npm installs it, and an agent. */
function programs(): string {
  const folder = join(scratch.path, 'bin');
  mkdirSync(folder);
  const add = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  add('cortex', `exec "${process.execPath}" "${CORTEX}" "$@"`);
  add('npx', `[ "$1" = cortex-sessions ] && shift && exec "${process.execPath}" "${CORTEX}" "$@"`);
  add('claude', 'echo 2.1.0');
  return folder;
}

/** A shell that ends at the first line that fails, as the steps of an image and of a job do. */
function sh(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ status: number | null; said: string }> {
  return new Promise((done) => {
    const child = spawn('sh', ['-e', '-c', script], { cwd, env });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => said.push(part));
    child.stdin.end();
    child.on('close', (status) => done({ status, said: Buffer.concat(said).toString() }));
  });
}

describe('the page on containers', () => {
  it('has lines for an image and for a job that do what it says', {
    timeout: 120_000,
  }, async () => {
    const source = sourceRepository(join(scratch.path, 'source'));
    const url = bareRepository(join(scratch.path, 'thread.git'));
    const machine = machineAt(scratch.path, 'job', source);
    const home = join(scratch.path, 'image');
    const base: NodeJS.ProcessEnv = {
      ...machine.env,
      PATH: `${programs()}:${process.env['PATH']}`,
      RUNNER_TEMP: scratch.path,
    };
    const image = block('dockerfile', 'RUN');
    const run = /^RUN (.*)$/m.exec(image)![1]!;
    const built = await sh(run, '/', { ...base, CORTEX_HOME: home });
    expect(built).toMatchObject({ status: 0 });
    expect(built.said).toContain('Claude Code');
    expect(readFileSync(join(base['HOME']!, '.claude', 'settings.json'), 'utf8')).toContain(
      'cortex-hook',
    );
    // No key is in what the image keeps, and nothing was sent.
    expect(execFileSync('git', ['-C', url, 'for-each-ref'], { encoding: 'utf8' })).toBe('');

    const step = block('sh', 'RUNNER_TEMP');
    const key = { CORTEX_SHARE_KEY: keyText(TEST_KEY, url) };
    const work =
      'cortex note decision "use webhooks" --reason "polling misses events"; cortex note next "remove the job"';
    const first = await sh(step.replace(/^# .*$/m, work), machine.clone, { ...base, ...key });
    expect(first.said).toContain('use webhooks');
    expect(first).toMatchObject({ status: 0 });
    const body = readFileSync(join(machine.clone, 'body.md'), 'utf8');
    expect(body).toContain('### Decisions\n\n- use webhooks, because polling misses events');
    expect(JSON.parse(readFileSync(join(machine.clone, 'handoff.json'), 'utf8'))).toMatchObject({
      cortex_handoff: 1,
    });
    // The next job, in a clone and a home of its own, runs the same lines.
    const next = machineAt(scratch.path, 'next', source);
    const temp = join(scratch.path, 'temp');
    mkdirSync(temp);
    const env = { ...base, ...key, HOME: next.env['HOME'], RUNNER_TEMP: temp };
    const second = await sh(step.replace(/^# .*$/m, 'cortex preview'), next.clone, env);
    expect(second.said).toContain('use webhooks');
    expect(second.status).toBe(0);
  });

  it('never fails a build: not without an agent, nor with a home that cannot be made', {
    timeout: 60_000,
  }, () => {
    const empty = join(scratch.path, 'empty');
    mkdirSync(empty);
    for (const home of [join(scratch.path, 'home'), '/proc/none'])
      for (const key of ['', 'cortex-key-half']) {
        const env = {
          PATH: '/usr/bin:/bin',
          HOME: empty,
          CORTEX_HOME: home,
          CORTEX_SHARE_KEY: key,
        };
        const done = spawnSync(process.execPath, [CORTEX, 'setup', '--container'], {
          cwd: empty,
          env,
        });
        expect(done.status, `${home} ${key}: ${done.stderr}`).toBe(0);
      }
  });
});

/** A disk of a few hundred KB, where this machine lets us have one. */
function smallDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  return (
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', folder]).status === 0
  );
}

describe('a full disk', () => {
  const mounted: string[] = [];
  afterEach(() => {
    for (const folder of mounted.splice(0)) spawnSync('umount', [folder]);
  });

  it.each(['remote', 'home'] as const)(
    'at the %s is said, and nothing is lost',
    { timeout: 120_000 },
    async (which) => {
      const source = sourceRepository(join(scratch.path, 'source'));
      const small = join(scratch.path, 'small');
      if (!smallDisk(small))
        return void console.log('no disk may be mounted here: a full one was not tried');
      mounted.push(small);
      const bare =
        which === 'remote' ? join(small, 'thread.git') : join(scratch.path, 'thread.git');
      const url = bareRepository(bare);
      const machine = machineAt(scratch.path, 'laptop', source, { CORTEX_SHARE_AUTO: 'false' });
      if (which === 'home') {
        await machine.turn('Begin.', 'Begun.');
        mkdirSync(join(machine.home, 'share.git'));
        spawnSync('mount', ['--bind', small, join(machine.home, 'share.git')]);
        mounted.unshift(join(machine.home, 'share.git'));
      }
      const begun = await machine.cortex(['share', 'init', '--git', url, '--yes']);
      expect(begun.stderr).toBe('');
      const fill = join(small, 'fill');
      spawnSync('sh', ['-c', `cat /dev/zero > "${fill}"`]);
      await machine.turn('The heliotrope part.', 'Done.');
      const full = await machine.cortex(['share', 'sync', '--wait']);
      expect(full.status).toBe(1);
      expect(full.stderr).toMatch(
        which === 'home' ? /disk is full/i : /no room left|refuses our refs/,
      );
      expect(await machine.hook('SessionStart', { source: 'startup', session_id: 'n' })).toContain(
        'heliotrope',
      );
      execFileSync('rm', [fill]);
      const done = await machine.cortex(['share', 'sync', '--wait']);
      expect(done.stderr).toBe('');
      const key = (await machine.cortex(['share', 'key', '--show'])).stdout.trim();
      const next = machineAt(scratch.path, 'next', source, { CORTEX_SHARE_KEY: key });
      await next.cortex(['share', 'pull', '--wait']);
      expect((await next.cortex(['preview'])).stdout).toContain('heliotrope');
      expect(existsSync(fill)).toBe(false);
    },
  );
});
