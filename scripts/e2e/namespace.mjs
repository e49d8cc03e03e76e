// A network with nobody on it: whatever a host tries to reach beyond loopback, it cannot.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LOOPBACK_UP = 'ip link set lo up 2>/dev/null || ifconfig lo up';

/** The command that begins a namespace, or null where the system does not let us. */
export function namespaceCommand() {
  for (const flags of [['-n'], ['-r', '-n']]) {
    const tried = spawnSync('unshare', [...flags, 'sh', '-c', LOOPBACK_UP], { stdio: 'ignore' });
    if (tried.status === 0)
      return ['unshare', ...flags, 'sh', '-c', `${LOOPBACK_UP}; exec "$@"`, 'sh'];
  }
  return null;
}

/** No device but loopback, no route: read from the kernel, not taken on trust. */
export function isCutOff() {
  try {
    const devices = readFileSync('/proc/net/dev', 'utf8').trim().split('\n').slice(2);
    const routes = readFileSync('/proc/net/route', 'utf8').trim().split('\n').slice(1);
    return devices.every((line) => line.trim().startsWith('lo:')) && routes.length === 0;
  } catch {
    return false;
  }
}

export function runInside(prefix, argv) {
  return new Promise((resolve) => {
    const child = spawn(prefix[0], [...prefix.slice(1), ...argv], { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
