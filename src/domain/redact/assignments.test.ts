import { describe, expect, it } from 'vitest';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { redact, redactText } from './redact.ts';

/** `[name]` is where the value stands; it must go and everything else must stay. */
const WAYS = [
  'api_key=[]',
  'apiKey: "[]"',
  'API_KEY=[]\nNODE_ENV=production',
  'export SERVICE_TOKEN="[]"',
  "$token .= '[]'",
  'token := `[]`',
  'TOKEN ?= "[]"',
  'TOKEN :::= "[]"',
  '{"config.ini": "TOKEN=[]\\nBACKUP=true"}',
  '{"access_token":"[]","expires_in":3600}',
  '"{\\"client_secret\\":\\"[]\\"}"',
  "  'secret' => '[]',",
  '<serviceToken>\n    []\n</serviceToken>',
  '<add key="ClearTextPassword" value="[]" />',
  '- name: SERVICE_TOKEN\n  value: []\n- name: X',
  'var token string = "[]"',
  'const token: string = "[]";',
  'let key: &str = "x"; let api_key: &str = "[]";',
  'System.setProperty("SERVICE_TOKEN", "[]")',
  'os.environ["API_TOKEN"] = "[]"',
  'if (token === "[]") return',
  'https://api.example.com/v1?token=[]&page=2',
  'deploy --token [] --verbose',
  'deploy --api-key=[] --verbose',
  "Set-Method -ClientSecret '[]' -Path x",
  'x-api-key: []',
  'curl -H "X-Auth-Token: []" https://x.io',
  '//registry.example.com/:_authToken=[]',
  'the api key is [] please use it',
  'API key: []',
  '**Token:** []',
  '| API key | [] |',
  'private_key: |\n  []\n',
  'AccountKey=[];EndpointSuffix=core.windows.net',
  'Server=x;Password=[];Encrypt=true',
  'token：[]',
  "acme token - '[]'",
  'API key:\n\n[]\nthen go on',
  'api_key =\n    "[]"\n',
  '## API key\n\n```\n[]\n```\n',
  'https://maps.example.com/v1?page=2&api_key=[]',
];

const FORMS = ['<a24>', '<h32>', '<h40>', '<l20>', '<u26>', '<w43>', '<h8>-<h4>-<h4>-<h4>-<h12>'];

describe('a value under a name that promises a secret', () => {
  it.each(WAYS)('goes, and the name stays: %s', (way) => {
    const draw = seeded(way.length);
    for (const form of FORMS) {
      const { text: value } = sampleOf(form, draw);
      expect(redactText(way.replace('[]', value))).toBe(way.replace('[]', '[REDACTED]'));
    }
  });

  it.each([
    ['password=hunter2', 'password=[REDACTED]'],
    ['password: hunter2', 'password: [REDACTED]'],
    ['{"password":"hunter2"}', '{"password":"[REDACTED]"}'],
    ['{"password": "correcthorse"}', '{"password": "[REDACTED]"}'],
    ['{"password":"ab\\"cd1234"}', '{"password":"[REDACTED]"}'],
    ['my password is Tr0ub4dor&3', 'my password is [REDACTED]'],
    ['DB_PASSWORD=p4ss&word;x', 'DB_PASSWORD=[REDACTED]'],
    ['DB_PASSWORD=letmein', 'DB_PASSWORD=[REDACTED]'],
    ['PGPASSWORD=letmein psql', 'PGPASSWORD=[REDACTED] psql'],
    ['--password hunter22', '--password [REDACTED]'],
    ['mysqldump --password=letmein db', 'mysqldump --password=[REDACTED] db'],
    ['user=me&password=letmein99&x=1', 'user=me&password=[REDACTED]&x=1'],
    ['api_key=sk-abc123', 'api_key=[REDACTED]'],
    ['PIN_SECRET="135792468"', 'PIN_SECRET="[REDACTED]"'],
    ['Passwort: Geheim123', 'Passwort: [REDACTED]'],
    ["PASSWORD='q abcde fGhij9k' npm start", "PASSWORD='[REDACTED]' npm start"],
    ['export BACKUP_PASSPHRASE="correct horse"', 'export BACKUP_PASSPHRASE="[REDACTED]"'],
    ['RESTIC_PASSWORD=correct-horse restic', 'RESTIC_PASSWORD=[REDACTED] restic'],
    ["mysqldump --password 'two words 98x' shop", "mysqldump --password '[REDACTED]' shop"],
    ['gpg --passphrase="correct horse battery" -c f', 'gpg --passphrase="[REDACTED]" -c f'],
    ['    password: "two words 97x"', '    password: "[REDACTED]"'],
    ['{"passphrase":"two words 97x","user":"ann"}', '{"passphrase":"[REDACTED]","user":"ann"}'],
    ['{"password": "correct horse battery staple"}', '{"password": "[REDACTED]"}'],
    ['Passwort: "zwei Worte 97x"', 'Passwort: "[REDACTED]"'],
    ['mot de passe : "deux mots 97x"', 'mot de passe : "[REDACTED]"'],
    ['contraseña: "dos palabras 97x"', 'contraseña: "[REDACTED]"'],
    ['password=correct-horse-battery', 'password=[REDACTED]'],
    ['password: correct-horse-battery-staple', 'password: [REDACTED]'],
    ['my password: correct horse battery staple', 'my password: [REDACTED]'],
    ['the password is correct horse battery staple.', 'the password is [REDACTED].'],
    ['passphrase: correct horse battery staple', 'passphrase: [REDACTED]'],
    ['mein Passwort: korrekt pferd batterie klammer', 'mein Passwort: [REDACTED]'],
    ['password: correcthorsebattery', 'password: [REDACTED]'],
    ['our staging password: swordfish', 'our staging password: [REDACTED]'],
    ['mon mot de passe: cheval', 'mon mot de passe: [REDACTED]'],
    ['mi contraseña: mariposa', 'mi contraseña: [REDACTED]'],
  ])('people think up: %s', (input, output) => {
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
const NO_PHRASES = [
  'password: "Enter your password"',
  '"password": "Password (min 8 characters)"',
  '"password": "Use 2FA instead"',
  '"password": "Passwort vergessen"',
  '"password": "Bitte Passwort eingeben"',
  "'password' => 'The provided password is incorrect.',",
  'errors.password = "does not match the confirmation"',
  "const query = 'password=' + pwd + '&user=' + u1;",
  'password: "Reset via email 24h"',
  'setPassword("the new one 2b")',
  'PASS="3 of 4x ok"',
  'PASSWORD="Enter it here"',
  'DB_PASSWORD="see the vault"',
  'POSTGRES_PASSWORD=postgres-password',
  'PASSWORD=change-me',
  '--password "<your password>"',
  '--password read-from-stdin',
  'password=my-secret-password',
  'password=some_variable',
  'autocomplete=new-password',
  'secret=prod-web-tls',
  'password: your-super-strong-password',
  'password: misunderstandings',
  'password: show hide toggle button',
  'fix password: drop legacy hash check',
  'passphrase: four random common words',
  'the password is never stored anywhere else',
  'the password is stale until next deploy',
  'the password for the account is stored in Vault',
  'the password for the account lives in PasswordCredentials',
  'my password is wrong',
  'my password: rejected',
  'I changed my password: nothing happened',
  'mein Passwort: vergessen',
  'Passwort: bitte noch einmal eingeben',
  'das Passwort ist leider noch nicht gesetzt',
];

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
  it.each([
    'use Sommer1234! as the password',
    'nimm Sommer1234! als Passwort',
    'пароль от базы Sommer1234!',
    'passordet til databasen er Sommer1234!',
    'parola este Sommer1234!',
    '비번은 Sommer1234!',
    'user ann, pass Sommer1234!',
    'variable "db_password" {\n  default = "Sommer1234!"\n}',
    'Password\nSommer1234!\n',
    "passwords = {'ann': 'Sommer1234!'}",
    'creds: ann / Sommer1234!',
  ])('goes: %j', (text) => {
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

  it.each([
    'password: string',
    'const token = getToken();',
    'password=os.environ["DB_PASSWORD"]',
    'PASS src/engine/node20.test.ts',
    'the password hash is made with argon2id',
    'Argon2id is the password hash of this project',
    'the passwords are kept in config2026.yaml',
    'gpg --recv-keys 5BE8A3F6C8A5C01D106C0AD820B1A390B168D356',
    'docker run -u 1000 -p 8080:80 node20-slim',
    'password = utf8_to_utf16_dup(value)',
    'fixed in 9f2c1e7b token parser',
    'GPIO pin 12, status code 5000',
  ])('stays: %j', (text) => {
    expect(redactText(text)).toBe(text);
  });
});
