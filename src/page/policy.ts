import { createHash } from 'node:crypto';

/**
 * The page's own script and style by their hashes, and nothing else from anywhere; no text becomes markup or code. The only
 * address that it may call is the one that it came from.
 */
export function policyOf(html: string, connects: "'self'" | "'none'"): string {
  return [
    "default-src 'none'",
    `script-src ${hashes(html, /<script>([\s\S]*?)<\/script>/g)}`,
    `style-src ${hashes(html, /<style>([\s\S]*?)<\/style>/g)}`,
    `connect-src ${connects}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    // A policy inside of a file has no say in who frames it.
    ...(connects === "'self'" ? ["frame-ancestors 'none'"] : []),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** The page with its policy inside, for whoever opens it without a server of ours. */
export function withPolicy(html: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(html, "'none'")}">`;
  return html.replace('<meta charset="utf-8">', (first) => `${first}\n${policy}`);
}

function hashes(html: string, element: RegExp): string {
  const texts = [...html.matchAll(element)].map(([, text]) => text!);
  const found = texts.map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return found.join(' ') || "'none'";
}
