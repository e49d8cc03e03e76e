import { spawn } from 'node:child_process';

/** How each system opens an address; elsewhere as on Linux. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** False where there is no screen that it could be opened on. */
export function openInBrowser(url: string, { platform, env } = process): boolean {
  const isHeadless =
    platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'] && !env['WSL_DISTRO_NAME'];
  if (isHeadless || env['SSH_CONNECTION']) return false;
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(program!, [...args, url], { detached: true, stdio: 'ignore', windowsHide: true });
  // The address was printed: whoever has no opener opens it by hand.
  child.on('error', () => {});
  child.unref();
  return true;
}
