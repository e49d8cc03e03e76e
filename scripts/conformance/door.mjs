// The conformance suite cannot send a header of ours, so that it comes through this door, which adds the token and nothing
// else. `Host` and `Origin` keep what they say: where they name the door they name the server, otherwise they stay foreign.
import { createServer, request } from 'node:http';

export async function openDoor(url, token) {
  const inner = new URL(url);
  const server = createServer((req, res) => {
    const here = server.address().port;
    const named = (value) => value?.replace(new RegExp(`:${here}$`), `:${inner.port}`);
    const headers = {
      ...req.headers,
      authorization: `Bearer ${token}`,
      host: named(req.headers.host),
    };
    if (req.headers.origin !== undefined) headers.origin = named(req.headers.origin);
    const passed = request(
      { host: inner.hostname, port: inner.port, path: req.url, method: req.method, headers },
      (answer) => {
        res.writeHead(answer.statusCode, answer.headers);
        res.flushHeaders();
        answer.pipe(res);
      },
    );
    passed.on('error', () => res.destroy());
    res.on('close', () => passed.destroy());
    req.pipe(passed);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}${inner.pathname}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
