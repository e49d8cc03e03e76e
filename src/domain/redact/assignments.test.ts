import { describe, expect, it } from 'vitest';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { table } from '../../../test/table.ts';
import { redact, redactText } from './redact.ts';

/** `[name]` is where the value stands; it must go and everything else must stay. */
const WAYS = table<string>('secret-assignments');

const FORMS = ['<a24>', '<h32>', '<h40>', '<l20>', '<u26>', '<w43>', '<h8>-<h4>-<h4>-<h4>-<h12>'];

describe('a value under a name that promises a secret', () => {
  it.each(WAYS)('goes, and the name stays: %s', (way) => {
    const draw = seeded(way.length);
    for (const form of FORMS) {
      const { text: value } = sampleOf(form, draw);
      expect(redactText(way.replace('[]', value))).toBe(way.replace('[]', '[REDACTED]'));
    }
  });

  it.each(table<[string, string]>('passwords-thought-up'))('people think up: %s', (input, output) => {
    expect(redactText(input)).toBe(output);
  });
});

/** The house's own example of an interpolation, which must not be one here. */
const OPEN = '$' + '{';

const ORDINARY = [
  'token: string',
  'password?: string;',
  'password: Option<String>',
  'password: process.env.X',
  'password = getPassword()',
  'const token = await getToken(user)',
  'token := os.Getenv("TOKEN_1")',
  'token = request.headers["x-token"]',
  'access_token = response.json()["access_token"]',
  'const apiKey = config.get("api.key")',
  'api_key = settings.API_KEY_V2',
  'secret = keypair[:32]',
  'if (token === undefined) return;',
  'export function verifyPassword(password: string, hash: string): Promise<boolean> {',
  'API_KEY=your_api_key_here',
  'API_KEY=<your-key>',
  'API_KEY=xxxxxxxxxxxxxxxx',
  'API_KEY=****************',
  'API_KEY=sk-...',
  'TOKEN=$TOKEN',
  `TOKEN=${OPEN}TOKEN}`,
  `secret: ${OPEN}{ secrets.GITHUB_TOKEN }}`,
  'TOKEN=$(cat token.txt)',
  'password: "{{ vault_password }}"',
  'password: "must contain 8+ characters"',
  '"password": "string"',
  '"password": "[REDACTED]"',
  'max_tokens: 4096',
  'total_tokens=1234567890123456',
  'tokens used: 123456',
  'tokenizer: "o200k_base"',
  'token_type: bearer',
  'refresh_token_expires_in: 15552000',
  'password_reset_url: https://x.io/reset/abc123def456ghi',
  'token_file: /run/secrets/abc123def456',
  'secretName: my-app-tls-7f9c4d8b5',
  'cache_key: 3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d5c4b3a29',
  'primary_key = "users_pkey_2024"',
  'session_id: 8f7d6e5c-4b3a-4918-8706-fedcba987654',
  'key={item.id}',
  '<Item key="item-1234567" />',
  'keyword: abc123def456',
  'monkey=banana1234567890abc',
  'passed: 12/12 tests',
  'PASS: x86_64 gdb.dwarf2/dw2-lines.exp',
  'PASS src/domain/session2.test.ts',
  'new signing key 3F2A9C8E7B6D5A4F3E2D1C0B9A8F7E6D5C4B3A29',
  'pass 2: optimise the 64-bit path',
  'password1 and password2 do not match',
  'passwords are hashed with bcrypt12 rounds',
  'the token is base64-encoded and then sha256-hashed',
  'use --token <token> or --password-stdin',
  '--token=TOKEN',
  'auth: required',
  '"js-tokens": "^4.0.0"',
  'commit 3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d5c4b3a29',
  'id: 8f7d6e5c-4b3a-4918-8706-fedcba987654',
  'SessionPersistenceManagerFactoryBeanConfiguration123',
  '/home/user/projects/very/long/path/to/some/file-with-name_and_numbers_123456.ts',
  'git push origin feature/token-refresh-2024-11-15',
  'arn:aws:secretsmanager:us-east-1:123456789012:secret:MySecret-a1b2c3',
  'ReactNativeCameraKit: f15a5a04b0f6dc6073e6db0296e6ef2d8b8d2522',
];

/** Sentences, labels, hints and subjects that stand where a password of words would. */
const NO_PHRASES = table<string>('passwords-of-words-none');

describe('ordinary work text', () => {
  it.each([...ORDINARY, ...NO_PHRASES])('stays: %s', (text) => {
    expect(redact(text)).toEqual({ text, found: [] });
  });

  it('stays in lock files', () => {
    const draw = seeded(3);
    for (const form of [
      '"integrity": "sha512-<a86>==",',
      'js-tokens@^4.0.0:\n  resolved "https://x.io/js-tokens/-/js-tokens-4.0.0.tgz#<h40>"',
      'github.com/golang-jwt/jwt/v5 v5.2.1 h1:<a43>=',
      'checksum = "<h64>"',
      'auth-token-lib@sha256:<h64>',
    ]) {
      const { text } = sampleOf(form, draw);
      expect(redactText(text)).toBe(text);
    }
  });
});

describe('strict mode', () => {
  it('takes what looks drawn near a word for secrets, which is left otherwise', () => {
    const { text: value } = sampleOf('<a24>', seeded(11));
    const text = `the secret of the staging server is the one from yesterday\nfor the request: ${value}`;
    expect(redactText(text)).toBe(text);
    expect(redactText(text, { strict: true })).not.toContain(value);
  });

  it('takes nothing far from any such word', () => {
    const { text: value } = sampleOf('<a24>', seeded(12));
    const text = `the secret.\n${'and so on '.repeat(20)}\nbuild ${value}`;
    expect(redactText(text, { strict: true })).toBe(text);
  });
});

describe('a password by its place', () => {
  it.each(table<string>('passwords-by-place'))('goes: %j', (text) => {
    expect(redactText(text)).not.toContain('Sommer1234');
  });

  it.each([
    'the password for the staging admin is HunterGbtKqw!, keep it',
    'the passphrase of the backup was set to HunterGbtKqw!',
    'das Passwort für den Admin lautet HunterGbtKqw!',
    'le mot de passe du serveur est HunterGbtKqw!',
    'la contraseña del servidor es HunterGbtKqw!',
  ])('goes without a digit: %j', (text) => {
    expect(redactText(text)).not.toContain('HunterGbtKqw');
  });

  it.each(table<string>('passwords-by-place-none'))('stays: %j', (text) => {
    expect(redactText(text)).toBe(text);
  });
});
