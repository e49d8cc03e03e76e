import type { Surroundings } from './desk.ts';
import { serveOverHttp } from './http.ts';
import { serveOverStdio } from './stdio.ts';

export interface Serving extends Surroundings {
  /** Null: over standard input and output. */
  readonly port: number | null;
  readonly log: (event: string, error: unknown) => void;
  /** Says something to whoever started an HTTP server. */
  readonly say: (line: string) => void;
  token(): { readonly token: string; readonly path: string };
}

/** Serves until the client is gone or somebody ends it. */
export async function serve(serving: Serving): Promise<void> {
  if (serving.port === null) return serveOverStdio(serving, serving.log);
  const { token, path } = serving.token();
  const { url, close } = await serveOverHttp(serving, { port: serving.port, token, log: serving.log });
  serving.say(`Cortex serves its tools at ${url}`);
  serving.say(`Clients send the header Authorization: Bearer <token>; the token is in ${path}`);
  const reason = await new Promise<string>((done) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => done(signal));
  });
  await close(reason);
}
