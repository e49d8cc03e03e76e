// Text without secrets: what an agent reads and writes all day. Real files, and lines with the hashes and ids of real tools.
import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { type Half, halfOf } from './corpus.ts';
import { madeUp, randomOf } from './values.ts';

export interface OrdinaryText {
  readonly source: string;
  readonly half: Half;
  readonly text: string;
}

const TEXT = new Set([
  ...[
    '.md',
    '.txt',
    '.json',
    '.js',
    '.mjs',
    '.cjs',
    '.ts',
    '.tsx',
    '.py',
    '.go',
    '.rs',
    '.c',
    '.h',
    '.yml',
    '.yaml',
  ],
  ...['.toml', '.lock', '.sum', '.log', '.sh', '.html', '.css', '.map', ''],
]);
const LARGEST = 512 * 1024;
const MOST_FILES = 4000;

/** The text files under a folder, or the file itself. */
export function textFilesUnder(path: string, out: string[] = []): string[] {
  const info = lstatSync(path);
  if (info.isDirectory()) {
    for (const name of readdirSync(path).sort()) if (name !== '.git') textFilesUnder(join(path, name), out);
  } else if (info.isFile() && info.size <= LARGEST && out.length < MOST_FILES && TEXT.has(extname(path))) {
    out.push(path);
  }
  return out;
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Secrets are planted in tests, in the rules' own samples and in the benchmarks: those are no ordinary text. */
const PLANTED = /\.test\.ts$|^src\/domain\/redact\/|^bench\//u;

function repositoryFiles(): string[] {
  const listed = spawnSync('git', ['ls-files', '-z', 'src', 'docs', 'scripts', '*.md', '*.json'], {
    cwd: ROOT,
  });
  return listed.stdout
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '' && !PLANTED.test(path) && TEXT.has(extname(path)));
}

/** How many files of a kind are read from the dependencies: the same share in every run. */
const FILES_OF_A_KIND = 150;

const DEPENDENCY_KINDS: Readonly<Record<string, (path: string) => boolean>> = {
  'dependencies: minified': (path) => /\.min\.[cm]?js$/u.test(path),
  'dependencies: code': (path) => /(?<!\.min)\.[cm]?js$/u.test(path),
  'dependencies: types': (path) => /\.d\.[cm]?ts$/u.test(path),
  'dependencies: prose': (path) => /\.(?:md|txt)$/u.test(path) || extname(path) === '',
  'dependencies: data': (path) => /\.json$/u.test(path),
  'dependencies: source maps': (path) => path.endsWith('.map'),
};

function dependencyTexts(): OrdinaryText[] {
  const root = join(ROOT, 'node_modules');
  const files: string[] = [];
  // Package by package, so that none has more than its share. What begins with a dot is a cache.
  for (const name of readdirSync(root).sort())
    if (!name.startsWith('.')) files.push(...textFilesUnder(join(root, name)));
  return Object.entries(DEPENDENCY_KINDS).flatMap(([source, isOfKind]) => {
    const ofKind = files.filter(isOfKind);
    const step = Math.max(1, Math.floor(ofKind.length / FILES_OF_A_KIND));
    return ofKind
      .filter((_, i) => i % step === 0)
      .map((path) => ({ source, half: halfOf(relative(root, path)), text: readFileSync(path, 'utf8') }));
  });
}

/** Lines of real tools whose hashes, ids and encoded data look random and are no secrets. */
const TOOL_LINES: readonly string[] = [
  'commit %h40',
  'Merge: %h7 %h7',
  'index %h7..%h7 100644',
  '%h7 fix: the cache key of a template is its path',
  'HEAD is now at %h7 wip',
  ' * [new branch]      feature/%a8 -> origin/feature/%a8',
  '      "integrity": "sha512-%b86==",',
  '  integrity sha1-%b27=',
  'checksum = "%h64"',
  'golang.org/x/net v0.38.%d1 h1:%b43=',
  'github.com/stretchr/testify v1.9.0/go.mod h1:%b43=',
  '    --hash=sha256:%h64 \\',
  'Digest: sha256:%h64',
  'FROM node:24@sha256:%h64',
  '%h12   redis:7   "docker-entrypoint.s…"   2 hours ago   Up 2 hours   0.0.0.0:6379->6379/tcp   cache',
  'pod/web-%a10-%a5   1/1   Running   0   3d',
  '/nix/store/%a32-openssl-3.0.13/lib',
  'trace_id=%h32 span_id=%h16 status=200',
  'x-request-id: %u',
  'etag: "%h32"',
  'ETag: W/"%h8-%A27"',
  'INFO [%u] request finished in 12 ms',
  '{"id":"%u","type":"message","role":"user"}',
  '{"session_id":"%u","tool_use_id":"toolu_01%A22","tool_name":"Read"}',
  '"tool_call_id": "call_%A24",',
  '"id": "msg_01%A22", "model": "a-model-4-5"',
  '"id": "chatcmpl-%A29",',
  '"requestId": "req_%A24"',
  'arn:aws:iam::%d12:role/deploy-%a8',
  'i-0%h17  t3.micro  running',
  'vpc-0%h17 subnet-0%h17 sg-0%h17',
  'customer cus_%A14 has no invoice in_1%A23',
  'https://github.com/acme/app/commit/%h40',
  'https://gist.github.com/ann/%h32',
  'https://www.youtube.com/watch?v=%w11',
  'https://docs.google.com/document/d/1%w43/edit',
  'https://www.figma.com/file/%A22/Design?node-id=12%3A345',
  'https://open.spotify.com/track/%A22',
  'dist/assets/index-%w8.js   143.20 kB │ gzip: 46.01 kB',
  'chunk {main} main.%h16.js (main) 12.1 kB',
  '<link rel="stylesheet" href="/_next/static/css/%h16.css" />',
  '<script src="/app.js" integrity="sha384-%b64" crossorigin="anonymous"></script>',
  '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA%b200AAElFTkSuQmCC">',
  'background: url(data:image/svg+xml;base64,PHN2ZyB4bWxucz0i%b120);',
  '//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJ%b160',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI%b43 ann@laptop',
  'SHA256:%b43 ann@laptop (ED25519)',
  'MD5 (a.iso) = %h32',
  '%h64  dist/app-1.4.2.tar.gz',
  'Key fingerprint = %H4 %H4 %H4 %H4 %H4  %H4 %H4 %H4 %H4 %H4',
  '-----BEGIN CERTIFICATE-----',
  'MII%b61',
  'serial number: %h2:%h2:%h2:%h2:%h2:%h2:%h2:%h2',
  'bitcoin:1%A33?amount=0.01',
  'to: 0x%h40 value: 1.5 ETH tx 0x%h64',
  'ipfs://Qm%A44',
  'did:key:z6Mk%A44',
  'DOI 10.1145/%d7.%d7',
  'uuid: %u',
  'build %d6 of %h40 passed in 3 m 12 s',
  'cache key: npm-linux-%h64',
  'Cache restored from key: v1-deps-%h40',
  'object key uploads/2026/03/%u.png',
  'primary key (%u) already exists',
  'React key="%a9" must be unique',
  'const key = `${user.id}:%a8`;',
  'token: string; // set by the server',
  'tokens used: 12,%d3 of 200,000',
  'the token type is "identifier" at line %d3',
  'password: string | null;',
  'Enter password for user ann:',
  'the password is wrong, try again',
  'password must be at least 12 characters',
  'const secret = process.env.APP_SECRET;',
  'API_KEY=${API_KEY}',
  'api_key: <your key here>',
  'Authorization: Bearer <token>',
  'export GITHUB_TOKEN=$(gh auth token)',
  "  password: config.get('db.password'),",
  'der Schlüssel steht in der Tabelle `users`',
  'das Passwort ist falsch, bitte erneut eingeben',
  'la clave primaria es compuesta',
  'la contraseña es obligatoria',
  'le mot de passe est requis',
  'la clé étrangère manque',
  'a senha é obrigatória e a chave primária é composta',
  'パスワードは必須です',
  'パスワードを入力してください',
  '密码错误，请重试',
  'пароль должен содержать цифру',
];
const LINES_OF_A_KIND = 20;

function toolTexts(seed: string): OrdinaryText[] {
  return TOOL_LINES.map((format) => {
    const random = randomOf(`${seed}/${format}`);
    const lines = Array.from({ length: LINES_OF_A_KIND }, () => madeUp(format, random).value);
    return { source: 'ids and hashes of tools', half: halfOf(format), text: lines.join('\n') };
  });
}

function historyTexts(): OrdinaryText[] {
  const log = spawnSync('git', ['log', '--stat', '-n', '400', '--format=commit %H %T%nAuthor: x%n%n%B'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  }).stdout.toString('utf8');
  return log
    .split(/^(?=commit [0-9a-f]{40} )/mu)
    .filter(Boolean)
    .map((text) => ({ source: 'history of git', half: halfOf(text.slice(0, 47)), text }));
}

/** What every clone has: its own sources and pages, its history, its dependencies, and lines of tools. */
export function ordinaryTexts(seed: string): OrdinaryText[] {
  const own = repositoryFiles().map(
    (path): OrdinaryText => ({
      source:
        basename(path) === 'package-lock.json'
          ? 'lock file'
          : path.endsWith('.md')
            ? 'own pages'
            : 'own sources',
      half: halfOf(path),
      text: readFileSync(join(ROOT, path), 'utf8'),
    }),
  );
  return [...own, ...historyTexts(), ...dependencyTexts(), ...toolTexts(seed)].filter(
    ({ text }) => !text.includes('\0'),
  );
}
