import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** The server of the page as a process, with the address that it prints. */
export async function servePage(
  program: string,
  around: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly server: ChildProcessWithoutNullStreams; readonly url: string }> {
  const server = spawn(process.execPath, [program, 'ui', '--no-open'], around);
  const url = await new Promise<string>((done, fail) => {
    server.stdout.once('data', (data) => done(String(data).split('\n')[0]!.trim()));
    server.once('exit', () => fail(new Error('cortex ui has ended')));
  });
  return { server, url };
}
