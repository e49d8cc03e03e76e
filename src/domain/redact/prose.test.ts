import { describe, expect, it } from 'vitest';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { table } from '../../../test/table.ts';
import { redactText } from './redact.ts';

/** Sentences in a row, with a dot and blanks between. */
const sentences = (table: string) => table.trim().split(/\n| · /);

/** Words, places and verbs stand between the noun and its value, or the value stands before it. */
const TOLD = sentences(`
when it prompts for the passphrase enter ⟦seven wet dogs 12⟧ · the gate code is ⟦7731⟧ · my 2fa code is ⟦204 881⟧
the old password Spring2024 expired, use ⟦Spring2025⟧ instead · set DB pass to ⟦tiger_scott7⟧ for the test env · unlock pattern no, pin yes: ⟦9043⟧
credentials for the ftp: webmaster / ⟦n1ghtOwl⟧ · wenn er nach dem Passwort fragt, gib ⟦siebenKatzen7⟧ ein · der Bot-Token ist jetzt ⟦tk-9QzLm04x⟧
der Türcode ist ⟦4418⟧ · der Bestätigungscode lautet ⟦771 204⟧ · mit ⟦Herbst2024⟧ geht es nicht mehr, das neue Passwort lautet Herbst2025x
die PIN fürs Handy ist ⟦8302⟧ · hier j'ai changé le mot de passe root en ⟦Neige.Douce2⟧ · le code de la porte est ⟦4419⟧
le code de vérification est ⟦771 205⟧ · avec ⟦Hiver2024⟧ ça ne marche plus, le nouveau mot de passe est Hiver2025x
quand il demande la phrase secrète tape ⟦sept chats gris 7⟧ · ayer cambié la contraseña de root a ⟦Nieve.Blanca2⟧ · el código de la puerta es ⟦4417⟧
con ⟦Otoño2024⟧ ya no entro, la nueva contraseña es Otoño2025x · si pide la frase secreta escribe ⟦siete olas grises 3⟧ · o código da porta é ⟦4416⟧
entra com admin e ⟦Sapo#21⟧ · se chiede la password scrivi ⟦setteGatti7⟧ · il codice della porta è ⟦4415⟧ · entra con admin e ⟦Rospo#21⟧
als hij om het wachtwoord vraagt typ je ⟦zevenKatten7⟧ · de deurcode is ⟦4414⟧ · de verificatiecode is ⟦771 209⟧ · gebruiker: ana / ww: ⟦an4-2028⟧
kod weryfikacyjny ⟦771 210⟧ · na ⟦Jesien2024⟧ już nie wpuszcza, nowe hasło: Jesien2025x · код от двери ⟦4412⟧ · код подтверждения ⟦771 211⟧
новый токен бота будет ⟦tk-9QzLm05x⟧ · şifrem ⟦aycicegi7⟧, repoya koyma · doğrulama kodu ⟦771 212⟧ · ⟦Guz2024⟧ ile giremiyorum, yeni şifre Guz2025x
门禁密码是 ⟦4410⟧ · 用 admin 和 ⟦Qingwa#21⟧ 登录 · admin と ⟦Kaeru#21⟧ でログインして · 현관 비밀번호는 ⟦4408⟧ 이야 · dörrkoden är ⟦4407⟧ · logga in med admin och ⟦Groda#21⟧
användare: ana / lösen: ⟦an4-2030⟧ · hvis den spørger om adgangskoden, skriv ⟦syvKatte7⟧ · dørkoden er ⟦4405⟧
včera jsem změnil heslo roota na ⟦Snih.Pada2⟧ · код від дверей ⟦4403⟧ · вчора змінив пароль рута на ⟦Sn1h.Ide⟧
a jelszavam ⟦napraforgo7⟧, ne tedd a repóba · parola mea este ⟦floarea7⟧, nu o pune în repo · kode pintu ⟦4400⟧ · ο κωδικός μου είναι ⟦iliotropio7⟧
password? should be ⟦mango_tree22⟧ · Use the following token when calling the api: ⟦q8Zt-44kLm-Xw2P⟧ · the safe in the hallway opens with code ⟦58213⟧
they texted me ⟦663 120⟧ as the login code · for pgadmin use postgres / ⟦pgR00t!x⟧ · don't forget the password, ⟦R@inb0wTrout⟧
Zugang zum NAS: admin / ⟦Kirsche!44⟧ · der Code für die Alarmanlage ist ⟦6620⟧ · code d'alarme : ⟦6621⟧
le mot de passe du coffre, c'est ⟦Citron.Vert8⟧ · la clave del NAS es ⟦Limon.Verde8⟧ · alarmcode: ⟦6623⟧ · код сигнализации ⟦6624⟧ · 报警器密码 ⟦6625⟧
PIN: ⟦482913⟧ · the PIN is ⟦482913⟧. · verification code: ⟦482913⟧ · use ⟦482913⟧ as the pin · the PIN of the safe is ⟦482913⟧.
my PIN for the bank card: ⟦482913⟧ · the door code for the office is ⟦482913⟧ · die PIN vom Tresor lautet ⟦482913⟧
die PIN für den Tresor ist ⟦482913⟧ · le code PIN de la carte est ⟦482913⟧ · el PIN de la tarjeta es ⟦482913⟧ · de pincode van de kluis is ⟦482913⟧
the OTP for the console is ⟦482913⟧ · our phone opens with ⟦482913⟧, the pin of us all · das ist die Geheimzahl: ⟦482913⟧ · код от двери ⟦482913⟧
el código de la puerta es ⟦482913⟧ · 验证码 ⟦482913⟧ · 인증번호 ⟦482913⟧ 입니다 · Recovery code: ⟦482913⟧-9xk2 · the backup code is ⟦482913⟧-a1b2-77ff
Passwort: ⟦Hunter22⟧ · Das Kennwort lautet ⟦Hunter22⟧ · DATENBANK_KENNWORT=⟦Hunter22⟧ · mdp = "⟦Hunter22⟧" · contraseña: ⟦Hunter22⟧
Contraseña: ⟦Hunter22⟧ · {"contraseña": "⟦Hunter22⟧"} · SENHA=⟦Hunter22⟧ · wachtwoord: ⟦Hunter22⟧ · hasło: ⟦Hunter22⟧ · salasana: ⟦Hunter22⟧
Пароль: ⟦Hunter22⟧ · 密码：⟦Hunter22⟧ · 数据库密码:⟦Hunter22⟧ · 密码是 ⟦Hunter22⟧ · パスワードは ⟦Hunter22⟧ です · 비밀번호: ⟦Hunter22⟧ · mật khẩu: ⟦Hunter22⟧
just punch in ⟦7714⟧ on the keypad and the door opens · for sudo on that box the pw is still ⟦changeit2019⟧
can u open the pdf? its locked w/ ⟦Invoice!0424⟧ · when git asks for credentials give it jo and ⟦n0tMyCat⟧ · Zugang zu Grafana: ops / ⟦Gr4u.Wolf⟧
Das Passwort von der Datenbank hat Sven auf ⟦Kupfer_Kanne_3⟧ geändert · le wifi du bureau c'est ⟦croissant-au-beurre⟧
Accès FTP : deploy / ⟦D3pl0y-Lyon⟧ · Le nouveau mot de passe de la base devient ⟦Cerise_Noire_5⟧ · marca ⟦4418⟧ en el portero
el pin de la tablet es ⟦8841⟧ · o wifi do escritório é ⟦pastel-de-nata-quente⟧ · o pin do tablet é ⟦8841⟧
il wifi dell'ufficio ha come password ⟦pizza-senza-ananas⟧ · il pin del tablet è ⟦8841⟧ · het wifi wachtwoord op kantoor is ⟦boterham-met-kaas⟧
de pincode van de tablet is ⟦8841⟧ · wpisz ⟦4418⟧ na domofonie · zaloguj się jako admin, hasło ⟦Wisnia_Czarna_5⟧
я поставил ⟦Apelsin-7⟧ временным паролем · для sudo нужен ⟦Goroh!Zelenyj⟧ · 我把临时密码设成 ⟦Juzi-7788⟧ 了 · sudo 要密码的话输 ⟦Huangdou!Lv⟧
zipのパスは ⟦Seikyu.2023⟧ にしました · admin でログイン、パスワードは ⟦Sakuranbo_5⟧ · 임시 비밀번호를 ⟦Gyul-7788⟧ 로 설정했어요 · slå ⟦4418⟧ på porttelefonen
koden i sms:et är ⟦551230⟧ · tabletin pini ⟦8841⟧ · the mysql root password on the old VM never got rotated, still ⟦toor_2017⟧
our license key for the IDE: ⟦QX7P-22LM-90TR-KK1Z⟧ · here's the api key you asked for → ⟦h7Gk2Lp9Qw3Xz8Vb⟧
Ich habe das PW fürs Backup auf ⟦Tannenzapfen_22⟧ gesetzt · Die Festplatte entschlüsselst du mit ⟦Drei!Fragezeichen⟧
Mot de passe provisoire : ⟦Xk4-Tr7-Pm2⟧, à changer dès la première connexion · entrad con el usuario pruebas y la clave ⟦Girasol_45⟧
pon ⟦q7Qm2Lx9Tw4Vb8Rt⟧ como api key en el .env · o cofre abre com ⟦7305⟧ · código de verificação: ⟦918273⟧
la password della VPN adesso è ⟦Xk4-Tr7-Pm2⟧ · de kluis gaat open met ⟦7305⟧ · zaloguj się na tester z hasłem ⟦Slonecznik_45⟧
wstaw ⟦q7Qm2Lx9Tw4Vb8Rt⟧ jako klucz API w .env · пароль от впн теперь ⟦Xk4-Tr7-Pm2⟧ · 用户名 tester，密码 ⟦Xiangrikui_45⟧
把 ⟦q7Qm2Lx9Tw4Vb8Rt⟧ 填到 .env 里当 API key · ディスクは ⟦Chocho!Aoi7⟧ で暗号化しました · 아이디 tester, 비밀번호 ⟦Haebaragi_45⟧ · 인증번호는 ⟦918273⟧ 이에요
vpn-lösenordet är nu ⟦Xk4-Tr7-Pm2⟧ · diski ⟦Kelebek!Mavi7⟧ ile şifreledim
`);

/** A noun for a secret, and beside it a name, a number, a path or code. */
const NOT_TOLD = sentences(`
pin 1024 commits back · tan 4500 m above · key: seg_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b · "token": "seg_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b"
job_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b is done, token seg_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b · logged in as jonas and Chrome120
with Postgres15 the password auth is scram-sha-256 · the password field accepts up to 72 bytes
bcrypt cost 12, argon2id with 64MB and 3 passes for the password hash · login failed for user admin2 from 10.0.0.7 · the key is userId42
primary key: order_id_2024 · api key rotated on 2026-11-15 · the access token expires in 3600 s · kubectl get secret app-tls-v2 -n prod
the password for the account is stored in 1Password · Passwort zurücksetzen in 3 Schritten · le mot de passe doit contenir 8 caractères
la clave primaria es id_cliente2 · klucz obcy: fk_user_2 · пароль должен быть не короче 8 символов · パスワードは8文字以上 · pin 4.18.2 of express
the pin is 13 on the Arduino · error code 10053 when connecting · zip code 10115 Berlin · code 4711 in module auth · le code erreur est 5043
код ответа 5003 · otp: erlang/otp 26 · backup code path is unchanged · the unlock code was refactored in 2024 · the license key is validated in step 3
sentry: release 3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d5c4b3a29 ·   Amplitude: 0f1e2d3c4b5a69788796a5b4c3d2e1f0a1b2c3d4
github commit 3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d5c4b3a29 · stripe customer cus_NffrFeUfNV2Hib created · seg_0b6f9a3e-1c2d-4e5f-8a9b-0c1d2e3f4a5b
redis: 7.2-alpine@sha256:3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d5c4b3a293f2a9c8e7b6d5a4f3e2d1c0b · figma file key: aBcD1234EfGh5678IjKl90
segment: users_who_signed_up_2024 · aws account 123456789012 · the mapbox style is mapbox://styles/acme/ckabcd1234 · account: see CRM-4711
my-secret-santa-list-2024.xlsx · public_key_3f2a9c8e7b6d5a4f3e2d1c0b9a8f7e6d · token-service-6f5d4c3b2a-9z8y7
test_api_endpoint_returns_404_when_missing · git checkout -b fix/password-reset-2024 · JIRA-4711 rotate the password monthly
passphrase: must have 3 words and 1 number · username: testuser1 · "password": "string" · TOKEN_TTL=3600 · const token2 = await getToken2(user1);
mit Node20 und Passwort-Manager · the password, since Monday, is checked by HIBP · the auth flow is OAuth2.1 with PKCE · the encryption key is AES-256
ssh-rsa key of user2 removed · pass 3 of 5 is slow · compass bearing 270deg · pin 9924 in \`deploy/notes\` is the one we talked about · pin 12
error code 4040 · status code: 5000 · exit code 1234 · login 1024 · pin: 2024 · QR code 8591 of 1996 · PIN of the board is 13
the pin of the base image is 4820481 · the pin of the commit is 4820481 · the PIN for the card is 4 digits · the pin of numpy is 1264.2
the PIN of the card is 2026 · the OTP for the card is stored in Vault · backup code path-only · recovery code: none · Ela desenha: figura22
La clave: valor22 · Schlüssel: primärer22 · Kennwortlänge: mindestens8 · Das Passwort ist falsch · 密码：必填 · пароль: неверный · 암호 알고리즘
Log in with GitHub or SSO; OAuth2Proxy handles the redirect · the door sensor reports every 3000 ms
sudo systemctl restart nginx.service && curl localhost:8080 · gate the feature behind FF_NEW_CHECKOUT2
The vault address is https://vault.internal:8200 · account 123456789012 is in eu-west-1 · extract Node18 support into its own module
PIN the action to v4.1.7 · pin numpy to 1.26.4 until 2.0 works · Root cause: tokenBucket2 refilled too late · the password field has id user_password2
rotate the signing key every 90d · API key auth is replaced by OAuth2.1 · the token bucket has capacity 5000
see secrets.tf line 42 for the db secret ARN · The secret name must match ^[a-z0-9-]+$ · user alice2 could not log in with passkey on Chrome128
log in as root and run migrate-v3.sh · connect with psql -h db-01 -U app -d shop2 · Unlock door 12B when badge 0044821 is scanned
decrypt with AES-256-GCM, key derived by HKDF-SHA256 · join the table with orders_2024 using customer_id · zip code is 94107
exit code 137 means OOMKilled · the code in module auth2 opens the file twice · country code +49, area code 0211
passcode screen: padding 24px, radius 8px · Login mit SAML2 funktioniert nur über Okta-Prod2 · die Tür-Sensoren melden an gateway-03
WLAN-Treiber 8821au unter Kernel 6.8.0-31 neu gebaut · le mot de passe est stocké dans 1Password, coffre Dev2 · connecte la sonde au port 8443
la clave foránea fk_pedido_2 no existe · a senha expira em 90 dias (ver RFC-0042) · la password viene letta da DB_PASS2
het wachtwoord staat in de vault onder prod/db2 · hasło jest w Vault, ścieżka kv/prod/db2 · пароль хранится в vault, путь kv/prod/db2
код ошибки 5003 в модуле auth2 · 密码存放在 vault 的 kv/prod/db2 · 用户 zhangsan2 登录失败 · エラーコード 5003 が出ます · lösenordet ligger i vault under kv/prod/db2
const password = await prompt('Password for db2: '); · if (!token) throw new AuthError('E4012'); · key: 'ArrowLeft2' · - name: DB_PASSWORD
fix(auth): token refresh race in SessionStore2 (#4821) · Merge branch 'fix/password-reset-v2' into release/2024.11
WARN  vault: token for role ci-runner2 expires in 300s · git commit -m "rotate db password, see RUNBOOK-17"
ssh -i ~/.ssh/id_ed25519 admin@bastion2.example.net · the garage service listens on 9443 · The PDF has 4821 pages · Open the archive with 7zip 23.01
access code review: 3 comments from dev2lead · backup code path covered by test_backup_v2 · the passphrase must have at least four words and no digits
enter the password in the field labelled Passwort2 · use a strong password like the ones from pwgen -s 20 · wrong password for user2@example.com
the root user on db-02 is disabled, see INC-4821 · admin2 approved the change in CAB-2231
`);

describe('a secret that somebody tells in a sentence', () => {
  it.each(TOLD)('goes: %s', (marked) => {
    const told = marked.replace(/[⟦⟧]/g, '');
    expect(redactText(told)).not.toContain(/⟦(.*)⟧/.exec(marked)![1]);
  });

  it.each(NOT_TOLD)('is none: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('goes together with the others of its series', () => {
    expect(redactText('with Winter2025 I am out, the new password is Winter2026x')).toBe(
      'with [REDACTED] I am out, the new password is [REDACTED]',
    );
    expect(redactText("the alarm code of the shop is 5519 and the gate's is 2207")).toBe(
      "the alarm code of the shop is [REDACTED] and the gate's is [REDACTED]",
    );
  });

  it('goes where the next line or the sentence before has it', () => {
    expect(redactText('Wi-Fi Password\nsummerhouse1987')).toBe('Wi-Fi Password\n[REDACTED]');
    expect(
      redactText('the secret for the hook:\n4f1cf9051b35e8c6b859dd1292dc4e4a\nput it there'),
    ).not.toContain('4f1c');
    expect(redactText('the secret was lost in commit\n4f1cf9051b35e8c6b859dd1292dc4e4a')).toContain('4f1c');
  });

  it('needs more where the noun promises less', () => {
    expect(redactText('the password is hunter2')).toBe('the password is [REDACTED]');
    expect(redactText('the key is hunter2')).toBe('the key is hunter2');
    expect(redactText('the password, since hunter2 moved')).toBe('the password, since hunter2 moved');
  });

  it('is found at the right place beside letters whose small forms are longer', () => {
    expect(redactText('İİİ senha: Hunter22')).toBe('İİİ senha: [REDACTED]');
  });

  it('is a key to an interface in any language', () => {
    const key = ['q9Zt4Lw8', 'Xk2vBn7c', 'Rm5pHd3s'].join('');
    for (const name of [
      'API-Schlüssel',
      'clé API',
      'clave de API',
      'chiave API',
      'ключ API',
      'API 密钥',
      'トークン',
      '토큰',
    ])
      expect(redactText(`${name}: ${key}`)).toBe(`${name}: [REDACTED]`);
  });
});

describe('a key whose service is named, or that shows how it was made', () => {
  it.each(table<string>('service-keys'))('goes: %s', (form) => {
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
