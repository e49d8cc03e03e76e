/**
 * The words by which people tell secrets, in small letters. Where a language bends its words, the stem stands here: what
 * follows belongs to the name. Tables and no expressions: one of so many words costs a fresh process more to compile than a
 * pass over the text takes.
 */
export const listed = (table: string): readonly string[] => table.replace(/^\n|\n$/g, '').split(/[|\n]/);

export interface Nouns {
  /** These are in programs and in other languages as well. */
  readonly english: readonly string[];
  readonly others: readonly string[];
}

const nouns = (english: string, others: string): Nouns => ({
  english: listed(english),
  others: listed(others),
});

/** Digits are their values. */
export const CODES = nouns(
  `
pin|puk|otp|tan|passcode|pin code|door code|gate code|alarm code|entry code|safe code|lock code|unlock code|security code|verification code
confirmation code|login code|sms code|one-time code|2fa code|mfa code|auth code|access code|backup code|recovery code|scratch code|garage code
voicemail code|keypad code|building code|door pin|code from my
`,
  `
pincode|pinem|pinu|pinom|wiederherstellungscode|sicherungscode|backupcode|code de secours|code de récupération|código de respaldo
códigos de respaldo|código de recupera|código de backup|codice di recupero|codice di backup|herstelcode|kod zapasowy|kod odzyskiwania|резервный код
код восстановления|återställningskod|reservkod|yedek kod|kurtarma kodu|恢复码|备用码|リカバリーコード|バックアップコード|복구 코드|백업 코드|einmalcode|geheimzahl|türcode|torcode
alarmcode|sicherheitscode|bestätigungscode|freischaltcode|deurcode|verificatiecode|bevestigingscode|verifieringskod|bekräftelsekod|verifikationskode
bekreftelseskode|vahvistuskoodi|dörrkod|portkod|engångskod|larmkod|dørkode|engangskode|ovikoodi|doğrulama kodu|kod weryfikacyjny|код подтверждения
ověřovací kód|kapukód|ajtókód|pinkod|pinkode|pin-kod|pin kod|pini|pin koodi|mã cửa|mã otp|mã xác|mã pin|kode otp|kode verifikasi|пин|пін|ओटीपी|पिन
验证码|驗證碼|门禁码|动态码|開門碼|認証コード|確認コード|暗証番号|ワンタイム|인증번호|인증 코드|인증코드|도어락|핀번호
`,
);

/** People think these up. */
export const CHOSEN = nouns(
  `
password|passwd|passwrd|pasword|passphrase|passcode|pwd|pw|pass|secret|psk|pass phrase|pass-phrase|pass word|pass code|secret word|secret phrase
seed phrase|recovery phrase|mnemonic|recovery key|access code|entry code|unlock code|door code|security code|security answer|admin code|p/w|wifi key
wi-fi key|wlan key|wpa key|network key|license key|licence key|product key
`,
  `
passwort|paswort|kennwort|geheimnis|geheimwort|geheime wort|codewort|zugangscode|losungswort|lizenzschlüssel|wachtwoord|wachtzin|wagwoord
toegangscode|ww|lösenord|losenord|lösenfras|lösen|adgangskode|kodeord|passord|lykilorð|salasan|tunnussan|tunnuslause|mot de passe|motdepasse|mdp
code secret|code d'accès|phrase secrète|phrase de passe|contraseñ|contrasen|contrasinal|clave de acceso|secreto|frase secreta|frase de paso
código secreto|código de acesso|código de acceso|senha|palavra-passe|palavra passe|segredo|parola d'ordine|frase segreta|codice segreto|segreto
parolă|parola|hasł|haslo|hasla|frazę|heslo|heslem|hesla|prístupový kód|přístupový kód|lozink|zaporka|šifra|geslo|slaptažod|parool|parole|salasõna
jelsz|fjalëkalim|şifre|sifre|şifrə|pasahitz|парольная фраза|парольную фразу|парол|пасс|секрет|лозинк|кодовое слово|кодовая фраза|пин-код|пинкод
құпиясөз|нууц үг|κωδικός|κωδικό|συνθηματικό|პაროლი|գաղտնաբառ|kata sandi|sandi|kata laluan|kunci rahasia|nenosiri|mật khẩu|mat khau|mã bí mật
khóa bí mật|סיסמה|סיסמא|סיסמת|מפתח סודי|كلمة المرور|كلمة مرور|كلمة السر|كلمة سر|الرقم السري|المفتاح السري|رمز عبور|گذرواژه|پسورد|کلمه عبور|پاس ورڈ
पासवर्ड|कूटशब्द|गुप्त कुंजी|পাসওয়ার্ড|கடவுச்சொல்|รหัสผ่าน|รหัสลับ|密码|密碼|口令|密钥|密鑰|秘钥|私钥|通行码|通行碼|提取码|暗号|暗號|パスワード|パスは|パス：|パスコード|パスフレーズ|秘密鍵|合言葉|暗号鍵|비밀키
비밀번호|비번|암호|패스워드|패스프레이즈|mi clave|tu clave|min kode|mit kode|koden min|min kod|mijn code|mon code|mi código|meu código|mio codice|mój kod|мой код
мій код
`,
);

/** Machines make these. */
export const ISSUED = nouns(
  `
token|api key|api-key|apikey|access key|secret key|bearer|jwt
`,
  `
zugangsschlüssel|jeton|токен|令牌|金鑰|凭证|憑證|トークン|シークレット|apiキー|アクセスキー|토큰|시크릿|api 키|api키|액세스 키|رمز الوصول|ключ доступ|टोकन|טוקן|توكن
`,
);

/** A key, of whatever: more is asked of the value, unless it is one to an interface or a network. */
export const KEYS = nouns(
  `
key
`,
  `
schlüssel|schluessel|clé|clave|chave|chiave|sleutel|klucz|klíč|kľúč|ključ|nyckel|nøgle|nøkkel|avain|kulcs|cheie|cheia|ключ|κλειδί|anahtar|khóa|キー|키는
키가|키:|키 |kunci|مفتاح|कुंजी|מפתח|คีย์
`,
);

/** Codes of whatever: something that is locked has to stand near. */
export const WEAK_CODES = nouns(
  `
code
`,
  `
código|codigo|codice|kod|код|kode|kód|koodi|コード|番号|코드|번호|رمز|קוד|รหัส
`,
);

/** Somebody is to come in: a name follows, and a password behind it. */
export const LOGINS = nouns(
  `
login|log in|logged in|log on|logs in|sign in|signed in|signin|user/pass|user/password|creds|credential|account|username|root|admin|get in|got in
let me in
`,
  `
zugang|zugangsdaten|anmeld|einlogg|angemeldet|melde|benutzer|inlogg|gebruiker|aanmeld|connecte|identifiant|accès|utilisateur|usuario|acceso|entra
credenciales|inicia sesión|usuário|credenciais|acesso|credenziali|accedi|accesso|loggat|loggar|utente|zaloguj|loguj|użytkownik|dostęp|logga in
inloggning|användare|log ind|logg inn|bruger|přihlas|uživatel|войди|войти|зайди|зайти|залогин|логин|логін|учётк|учетк|увійди|giriş|girip|kullanıcı
kirjaudu|登录|登入|登陆|账号|帳號|ログイン|入れる|로그인|계정|đăng nhập|tài khoản|masuk dengan|लॉगिन|تسجيل الدخول|התחבר
`,
);

/** Something is locked, or is opened: a password or a number may stand beside it. */
export const LOCKS = nouns(
  `
sudo|wifi|wi-fi|wlan|ssid|hotspot|keypad|lock screen|doors|door|gate|garage|alarm|safe|vault|keystore|keepass|bitlocker|luks|zip|rar|archive|pdf
unlock|unseal|locked|opens|opening|join|protected|decrypt|encrypt|extract|authenticate|authenticator|sms|mfa|oven
verif|vérif|validation|confirm|autentica
`,
  `
criptograf|crittograf|tür|haustür|tresor|schloss|entsperr|entschlüssel|verschlüssel|geschützt
gesichert|archiv|deur|kluis|beveilig|ontgrendel|versleutel|porte|portail|coffre|digicode|déverrouill|déchiffr|chiffr|protég|ouvre|puerta
portero|caja fuerte|desbloque|descifr|cifr|proteg|abre|abrir|porta|portão|cofre|citofono|cancello|cassaforte|sblocc|cifrat|protett|apre|drzwi
domofon|sejf|odblok|zabezpiecz|szyfr|otwiera|dörr|porttelefon|kassaskåp|låst|låser upp|skydda|krypter|dør|dveř|ovi |ovea|ajtó|ușă|вайфай|вай-фай
вифи|двер|домофон|сейф|сигнал|архив|запарол|разблок|расшифр|зашифр|защи|открыва|смс|kapı|kasa|açılıyor|kilid|şifrel|无线|门口|门禁|大门|房门|門口|保险箱|解锁|解压|加密
压缩包|短信|ドア|玄関|金庫|解凍|ロック|와이파이|현관|금고|잠금|압축|문자|cửa|pintu|الباب|דלת|ประตู
`,
);

/** Words of sentences. They are searched as they stand: a set of each would be made for nothing in most processes. */
const spoken = (words: string) => {
  const table = ` ${words.replaceAll('\n', ' ')} `;
  return { has: (word: string) => word !== '' && table.includes(` ${word} `) };
};

/** These end what is said before a value, in any language. */
export const SAID = spoken(`
is was are be been being equals reads says become becomes became remains stays it's its itself still now s should ist wird wäre war bleibt olarak
olacak gilt gäller gelder geldt lautet lauten heißt heisst lautete hieß sind sei sein es sería será era fue son siendo sendo foi sigue quedó ficou
virou continua est reste sera serait sont était c'est qu'est resta rimane rimasta diventata seria sarà sarebbe è é ê era fosse je er jest brzmi
będzie to było bylo zostało je je adalah ialah yaitu este fi va är blir bliver wordt blijft luidt was bude byl byla lesz volt это будет остался
осталась стал стала был стоит такой такая це буде був είναι ήταν on oli là đang هي هو كان היא הוא זה היה है हैं था هست است maintenant toujours
désormais jetzt nun noch derzeit aktuell ahora agora ora adesso nu nog teraz obecnie теперь сейчас сегодня currently
`);
/** Somebody is told to write it: `sudo asks for a password, type …`. */
export const ENTERED = spoken(`
type enter try put punch press dial use used using with via answer paste give provide fill need needs schreib tipp tippe gib nimm verwende verwenden
benutze brauchst braucht schreibst tippst eingeben gib mit tape taper tapez composez compose saisis mets mettez rentre faut utilise utilisez avec
escribe pon pones ponle marca teclea ingresa teclea mete usa usas falta introduce con digita digitar digite escreve põe bota coloca use coloque
precisa com scrivi inserisci immetti usare serve metti typ typen toets vul invullen gebruik met wpisz podaj użyj wpisać użyć wklep wciśnij введи
введите вводи используй попробуй вбей вбить набери нажми нужен нужно напиши поставь введіть использовать yaz gir kullan yazın girin kullanın skriv
mata slå knappa ange använd med indtast brug bruk napiš zadej použij kirjoita syötä käytä nhập gõ dùng ketik masukkan pakai then dann alors entonces
então allora dan wtedy то så
`);
/** Between an old value and a new one, where something was changed. */
export const TO = spoken(
  'to auf zu in von from als as a por para en par à da na z ze til till fra från naar от с на з pada menjadi jadi thành sang olarak',
);
/** Stems of changing and setting. */
export const CHANGES = listed(
  'chang|set |rotat|reset|updat|switch|änder|geander|gesetzt|setz|umgestellt|wechsel|rotiert|cambi|puse|puesto|actualiz|mud|troc|alter|atualiz|modific|impost|aggiorn|remplac|passé|mis à|mis le|modifi|wijzig|verander|aangepast|gezet|zmien|zmian|ustaw|ändra|bytt|byt|ändrat|satt|ændr|skift|satte|endr|byttet|změn|nastav|zmen|поменя|смени|измен|постав|зміни|поміня|değiş|ayarla|yap|vaihd|muut|asetin|megvált|átállít|schimbat|setat|ganti|ubah|đổi|đặt|άλλαξ|غير|تغيير|שינ|החלפ|बदल|改|换|設|设|変え|変更|바꿨|바꿔|변경|설정',
);
/** A name follows, or a place, and no value. */
export const AT = spoken(`
for of from at by on in into under inside within user users username account login host server version branch file line ticket issue pr build
release commit node region bucket container image pod job request service module class function method variable field column table page step section
chapter version named called id name uuid sha rev tag port von vom für des der dem benutzer nutzer konto datei zeile de del du des di della do dos
das da pour per par chez para usuario utilisateur utente van voor gebruiker för hos användare til bruger dla użytkownik od do im bei dans w we em no
nel в во для от к у від пользователь логин юзер z
`);
/** One of these joins a user and a password. */
export const JOINED = spoken(
  'and with und mit et avec y con e com en met i z ze och med og ve ile и с та й s a và dengan dan 和 と 이랑 랑 और و ו pw pass',
);
/** English has these in another sense: they count only where the sentence is in another language. */
export const FALSE_FRIENDS = spoken('on es er a e i in to z fi va je con era son sei');
/** Words that only another language has, though its word for a password may be the English one. */
export const ARTICLES = spoken(
  'de dan la il di del della das der die den dem vom het van el le du da für för til tot och und ist mein dein neue mon ma mi mio mia minha meu os mój moje ten nowy nowe jest pour para per avec con com met med ile yeni mijn jouw naar ny nya det af minun uusi můj nové je az új',
);
/** With these something is opened: `get in with …`, `mit … entsperrst du es`. */
export const WITH = spoken(
  'with using via w mit durch avec par con por com met door z ze przez med av s с со з ile dengan bằng',
);
/** Behind these the noun follows whose value stood before. */
export const AS = spoken(
  'is as was s for ist als es como come est comme è é jako ako som ca kao jest to är er je on это як как là làm sebagai olarak είναι हे है',
);
/** Their own values look random and are no secrets. */
export const OTHER = spoken(`
sha sha1 sha256 sha512 md5 hash hashes commit commits revision digest checksum integrity etag fingerprint uuid id ids trace span version length
timeout expires expired ttl
`);
/** Behind a noun these make another thing of it. */
export const ATTRIBUTES = spoken(`
name names type types method scheme auth flow algorithm format policy policies manager managers reset resets field fields hash hashes hint hints
length rotation generator file files store storage vault expiry expiration strength history limit limits count counts usage budget service endpoint
url path provider parser id ids prefix suffix header headers page pages screen form forms button failed failure attempt attempts flow flows santa
dialog link links email emails
`);
/** Numbers of these are none that open anything. */
export const COUNTED = spoken(`
gpio board boards header led image images commit commits version versions release build builds package packages port ports chip connector error exit
status http qr zip postal country bytes byte digits digit attempts tries length expires numpy fehler erreur ответа ошибки errore
`);

const locks = [...LOCKS.english, ...LOCKS.others];
/** Whether a text names something that is locked. */
export const isAboutLock = (said: string) => locks.some((lock) => said.includes(lock));
