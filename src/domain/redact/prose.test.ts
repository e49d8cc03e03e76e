import { describe, expect, it } from 'vitest';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { redactText } from './redact.ts';

describe('a secret that somebody tells in a sentence', () => {
  // Words, places and verbs stand between the name and its value, or the value stands before it.
  it.each([
    'when it prompts for the passphrase enter ⟦seven wet dogs 12⟧',
    'the gate code is ⟦7731⟧',
    'my 2fa code is ⟦204 881⟧',
    'the old password Spring2024 expired, use ⟦Spring2025⟧ instead',
    'set DB pass to ⟦tiger_scott7⟧ for the test env',
    'unlock pattern no, pin yes: ⟦9043⟧',
    'credentials for the ftp: webmaster / ⟦n1ghtOwl⟧',
    'wenn er nach dem Passwort fragt, gib ⟦siebenKatzen7⟧ ein',
    'der Bot-Token ist jetzt ⟦tk-9QzLm04x⟧',
    'der Türcode ist ⟦4418⟧',
    'der Bestätigungscode lautet ⟦771 204⟧',
    'mit ⟦Herbst2024⟧ geht es nicht mehr, das neue Passwort lautet Herbst2025x',
    'die PIN fürs Handy ist ⟦8302⟧',
    "hier j'ai changé le mot de passe root en ⟦Neige.Douce2⟧",
    'le code de la porte est ⟦4419⟧',
    'le code de vérification est ⟦771 205⟧',
    'avec ⟦Hiver2024⟧ ça ne marche plus, le nouveau mot de passe est Hiver2025x',
    'quand il demande la phrase secrète tape ⟦sept chats gris 7⟧',
    'ayer cambié la contraseña de root a ⟦Nieve.Blanca2⟧',
    'el código de la puerta es ⟦4417⟧',
    'con ⟦Otoño2024⟧ ya no entro, la nueva contraseña es Otoño2025x',
    'si pide la frase secreta escribe ⟦siete olas grises 3⟧',
    'o código da porta é ⟦4416⟧',
    'entra com admin e ⟦Sapo#21⟧',
    'se chiede la password scrivi ⟦setteGatti7⟧',
    'il codice della porta è ⟦4415⟧',
    'entra con admin e ⟦Rospo#21⟧',
    'als hij om het wachtwoord vraagt typ je ⟦zevenKatten7⟧',
    'de deurcode is ⟦4414⟧',
    'de verificatiecode is ⟦771 209⟧',
    'gebruiker: ana / ww: ⟦an4-2028⟧',
    'kod weryfikacyjny ⟦771 210⟧',
    'na ⟦Jesien2024⟧ już nie wpuszcza, nowe hasło: Jesien2025x',
    'код от двери ⟦4412⟧',
    'код подтверждения ⟦771 211⟧',
    'новый токен бота будет ⟦tk-9QzLm05x⟧',
    'şifrem ⟦aycicegi7⟧, repoya koyma',
    'doğrulama kodu ⟦771 212⟧',
    '⟦Guz2024⟧ ile giremiyorum, yeni şifre Guz2025x',
    '门禁密码是 ⟦4410⟧',
    '用 admin 和 ⟦Qingwa#21⟧ 登录',
    'admin と ⟦Kaeru#21⟧ でログインして',
    '현관 비밀번호는 ⟦4408⟧ 이야',
    'dörrkoden är ⟦4407⟧',
    'logga in med admin och ⟦Groda#21⟧',
    'användare: ana / lösen: ⟦an4-2030⟧',
    'hvis den spørger om adgangskoden, skriv ⟦syvKatte7⟧',
    'dørkoden er ⟦4405⟧',
    'včera jsem změnil heslo roota na ⟦Snih.Pada2⟧',
    'код від дверей ⟦4403⟧',
    'вчора змінив пароль рута на ⟦Sn1h.Ide⟧',
    'a jelszavam ⟦napraforgo7⟧, ne tedd a repóba',
    'parola mea este ⟦floarea7⟧, nu o pune în repo',
    'kode pintu ⟦4400⟧',
    'ο κωδικός μου είναι ⟦iliotropio7⟧',
    'password? should be ⟦mango_tree22⟧',
    'Use the following token when calling the api: ⟦q8Zt-44kLm-Xw2P⟧',
    'the safe in the hallway opens with code ⟦58213⟧',
    'they texted me ⟦663 120⟧ as the login code',
    'for pgadmin use postgres / ⟦pgR00t!x⟧',
    "don't forget the password, ⟦R@inb0wTrout⟧",
    'Zugang zum NAS: admin / ⟦Kirsche!44⟧',
    'der Code für die Alarmanlage ist ⟦6620⟧',
    "code d'alarme : ⟦6621⟧",
    "le mot de passe du coffre, c'est ⟦Citron.Vert8⟧",
    'la clave del NAS es ⟦Limon.Verde8⟧',
    'alarmcode: ⟦6623⟧',
    'код сигнализации ⟦6624⟧',
    '报警器密码 ⟦6625⟧',
  ])('goes: %s', (marked) => {
    const told = marked.replace(/[⟦⟧]/g, '');
    expect(redactText(told)).not.toContain(/⟦(.*)⟧/.exec(marked)![1]);
  });

  it('goes together with the others of its series', () => {
    expect(redactText('with Winter2025 I am out, the new password is Winter2026x')).toBe(
      'with [REDACTED] I am out, the new password is [REDACTED]',
    );
  });

  it.each([
    'pin 1024 commits back',
    'tan 4500 m above',
    'key: seg_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
    '"token": "seg_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b"',
    'job_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b is done, token seg_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
    'logged in as jonas and Chrome120',
    'with Postgres15 the password auth is scram-sha-256',
    'the password field accepts up to 72 bytes',
    'bcrypt cost 12, argon2id with 64MB and 3 passes for the password hash',
    'login failed for user admin2 from 10.0.0.7',
    'the key is userId42',
    'primary key: order_id_2024',
    'api key rotated on 2026-11-15',
    'the access token expires in 3600 s',
    'kubectl get secret app-tls-v2 -n prod',
    'the password for the account is stored in 1Password',
    'Passwort zurücksetzen in 3 Schritten',
    'le mot de passe doit contenir 8 caractères',
    'la clave primaria es id_cliente2',
    'klucz obcy: fk_user_2',
    'пароль должен быть не короче 8 символов',
    'パスワードは8文字以上',
    'pin 4.18.2 of express',
    'the pin is 13 on the Arduino',
    'error code 10053 when connecting',
    'zip code 10115 Berlin',
    'code 4711 in module auth',
    'le code erreur est 5043',
    'код ответа 5003',
    'otp: erlang/otp 26',
    'backup code path is unchanged',
    'the unlock code was refactored in 2024',
    'the license key is validated in step 3',
    'sentry: release 3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d5c4b3a29',
    '  Amplitude: 0f1e2d3c4b5a69788796a5b4c3d2e1f0a1b2c3d4',
    'github commit 3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d5c4b3a29',
    'stripe customer cus_NffrFeUfNV2Hib created',
    'seg_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
    'redis: 7.2-alpine@sha256:3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d5c4b3a293f2a9c8e7b6d5a4f3e2d1c0b',
    'figma file key: aBcD1234EfGh5678IjKl90',
    'segment: users_who_signed_up_2024',
    'aws account 123456789012',
    'the mapbox style is mapbox://styles/acme/ckabcd1234',
    'account: see CRM-4711',
    'my-secret-santa-list-2024.xlsx',
    'public_key_3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d',
    'token-service-6f5d4c3b2a-9z8y7',
    'test_api_endpoint_returns_404_when_missing',
    'git checkout -b fix/password-reset-2024',
    'JIRA-4711 rotate the password monthly',
    'passphrase: must have 3 words and 1 number',
    'username: testuser1',
    '"password": "string"',
    'TOKEN_TTL=3600',
    'const token2 = await getToken2(user1);',
    'mit Node20 und Passwort-Manager',
    'the password, since Monday, is checked by HIBP',
    'the auth flow is OAuth2.1 with PKCE',
    'the encryption key is AES-256',
    'ssh-rsa key of user2 removed',
    'pass 3 of 5 is slow',
    'compass bearing 270deg',
  ])('is none: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('a key whose service is named, or that shows how it was made', () => {
  it.each([
    'algolia=<h32>',
    '"deepgram": "<h40>"',
    'ALGOLIA_ADMIN = "<h32>"',
    '-Dsonar.login=<h40>',
    'newrelic: <h40>',
    "new relic => '<h36>NRAL'",
    'dd-apikey-<h32>',
    'sendbird-secret-<h40>',
    'telegram_bot:<d9>:AA<w33>',
    '<d10>:<w34>7',
    '00D<a12>!<a90>',
    'zoho 1000.<h32>.<h32>',
    'pat-na1-<uuid>',
    'key_<h64>',
    'sgp_<h16>_<h40>',
    'sgp_local_<h40>',
    'okta = "00<a40>"',
    'heroku: <uuid>',
  ])('goes: %s', (form) => {
    for (let seed = 1; seed < 20; seed++) {
      const { text, drawn } = sampleOf(form, seeded(seed));
      expect(redactText(text)).not.toContain(drawn.reduce((a, b) => (b.length > a.length ? b : a)));
    }
  });

  it.each([
    'seg_<uuid> is late',
    'key: seg_<uuid>',
    '"token": "seg_<uuid>"',
    'job_<uuid> is done, token seg_<uuid>',
    '  Amplitude: <h40>',
    'mongodb: <h24>',
    'key: node-modules-<h64>',
    'PublicKeyToken=<h16>',
    'user=event password=*** host=10.0.0.7',
  ])('is none: %s', (form) => {
    for (let seed = 1; seed < 20; seed++) {
      const { text } = sampleOf(form, seeded(seed));
      expect(redactText(text)).toBe(text);
    }
  });
});
