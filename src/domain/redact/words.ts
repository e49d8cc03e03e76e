/**
 * The words for secrets, in small letters, between bars. Where a language bends its words, the stem stands here: what follows
 * belongs to the name. English words of one part are in `assignments.ts`, for programs write them in many ways.
 */
const listed = (table: string) => table.trim().split(/[|\n]/);

/** People think these up. */
export const CHOSEN = listed(`
passwort|paswort|pasword|kennwort|geheimnis|geheimwort|geheime wort|codewort|zugangscode|zugangsdaten|losungswort
wachtwoord|wachtzin|wagwoord|toegangscode|lösenord|losenord|lösenfras|frazę|tunnuslause|lösen|adgangskode|kodeord|passord|lykilorð|salasan|tunnussan
mot de passe|motdepasse|mdp|code secret|phrase secrète|phrase de passe|contraseñ|contrasen|contrasinal|clave de acceso
palabra clave|frase secreta|frase de paso|código secreto|código de acesso|código de acceso|senha|palavra-passe
palavra passe|segredo|parola d'ordine|parola chiave|frase segreta|codice segreto|segreto|parolă|parola
hasł|haslo|heslo|heslem|hesla|prístupový kód|přístupový kód|lozink|zaporka|šifra|geslo|slaptažod|parool|salasõna
jelsz|fjalëkalim|şifre|sifre|şifrə|pasahitz|парол|пасс|секрет|лозинк|кодовое слово|кодовая фраза|пин-код|пинкод|құпиясөз|нууц үг
κωδικός|κωδικό|συνθηματικό|პაროლი|գաղտնաբառ|kata sandi|sandi|kata laluan|kunci rahasia|nenosiri|mật khẩu|mat khau
mã bí mật|khóa bí mật|סיסמה|סיסמא|מפתח סודי|كلمة المرور|كلمة السر|الرقم السري|المفتاح السري|رمز عبور|گذرواژه
پسورد|کلمه عبور|پاس ورڈ|पासवर्ड|कूटशब्द|गुप्त कुंजी|পাসওয়ার্ড|கடவுச்சொல்|รหัสผ่าน|รหัสลับ
密码|密碼|口令|密钥|密鑰|秘钥|私钥|通行码|通行碼|提取码|暗号|暗號|パスワード|パスコード|パスフレーズ|秘密鍵|合言葉|暗号鍵
비밀키|비밀번호|비번|암호|패스워드|패스프레이즈
mi clave|tu clave|min kode|mit kode|koden min|min kod|mijn code|mon code|mi código|meu código|mio codice|mój kod|мой код|мій код
access code|entry code|unlock code|door code|security code|security answer|admin code|pass phrase|pass-phrase|pass word|pass code|secret word|secret phrase|p/w| ww | ww:
wifi key|wi-fi key|wlan key|wpa key|network key|license key|licence key|product key|lizenzschlüssel
`);
/** Machines make these. */
export const ISSUED = listed(`
zugangsschlüssel|jeton|токен|令牌|金鑰|凭证|憑證|トークン|シークレット|apiキー|アクセスキー|토큰|시크릿|api 키|api키|액세스 키
رمز الوصول|ключ доступ
`);
/** A key, of whatever: more is asked of the value, unless it is one to an interface or a network. */
export const KEYS = listed(`
schlüssel|schluessel|clé|clave|chave|chiave|sleutel|klucz|klíč|kľúč|ključ|nyckel|nøgle|nøkkel|avain|kulcs|cheie|cheia
ключ|κλειδί|anahtar|khóa|キー|키는|키가|키:|kunci|مفتاح|कुंजी|מפתח|คีย์
`);
/** Codes of whatever: something that is locked has to stand near. */
export const WEAK_CODES = listed('code|código|codigo|codice|kod|код|kode|kód|koodi');
/** Digits are their values. */
export const CODES = listed(`
pin|puk|otp|tan|passcode|pincode|pin code|einmalcode|geheimzahl|türcode|torcode|alarmcode|sicherheitscode|bestätigungscode|freischaltcode
door code|gate code|alarm code|entry code|safe code|lock code|unlock code|security code|verification code|confirmation code
login code|sms code|one-time code|2fa code|mfa code|auth code|access code|backup code|recovery code|scratch code|garage code
voicemail code|code they sent|code you sent|code i got|code from the sms|code from my|code by sms|keypad code|building code|door pin|deurcode|verificatiecode|bevestigingscode|verifieringskod|bekräftelsekod|verifikationskode|bekreftelseskode|vahvistuskoodi|code van de deur|code de la porte|code du portail|code d'entrée
code de vérification|code sms|code de l'alarme|código de la puerta|código de verificación|código del portal|código sms|código da porta
código do portão|código de verificação|codice della porta|codice di verifica|codice del cancello|codice dell'allarme|codice sms
kod do |kod z sms|kod sms|kod weryfikacyjny|код от |код из |код подтверждения|код двери|код домофона|пин|пін|код від |kapı kodu
doğrulama kodu|alarm kodu|sms kodu|dörrkod|portkod|engångskod|larmkod|koden till|dørkode|engangskode|koden til|ovikoodi
kód od |kód k |ověřovací kód|kapukód|kód az |ajtókód|mã cửa|mã otp|mã xác|mã pin|kode pintu|kode otp|kode verifikasi|codul de la
رمز الباب|رمز التحقق|رمز الدخول|קוד הדלת|קוד האימות|कोड|ओटीपी|验证码|驗證碼|门禁码|门禁密码|动态码|開門碼|認証コード|確認コード
暗証番号|ドアのコード|ワンタイム|인증번호|인증 코드|인증코드|현관 코드|도어락
`);

/** Words that end what is said before a value, with a blank on each side: no expression of so many has to be compiled. */
export const SAID =
  " is was are be being equals become becomes became remains stays use to itself its it's ist wird wäre bleibt lautet lauten heißt es sería será siendo sendo est reste sera serait sont c'est qu'est resta rimane seria sarà sarebbe é è je er jest brzmi będzie adalah este fi är blir bliver wordt blijft bude lesz olarak olacak это будет остался осталась це буде είναι là هي هو היא still now теперь ";
/** These may follow one of them. */
export const NOW =
  ' still now currently jetzt nun noch maintenant toujours ahora agora ora adesso nu nog teraz zatím теперь сейчас ';
/** In English these say something else. */
export const SAID_ELSEWHERE =
  ' auf zu als son a e en à na jako on til till naar in para pra por como com come на як to ';
/** Somebody is told to write it: `sudo asks for a password, type …`. */
export const ENTERED =
  ' type enter try put schreib tipp tippe gib nimm wir tape saisis mets utilise escribe pon usa introduce digita digite escreve scrivi inserisci typ je vul gebruik wpisz podaj użyj введи введите вводи используй введіть yaz gir skriv ange använd indtast brug bruk napiš zadej kirjoita syötä nhập gõ ketik masukkan ';
export const OTHERWISE = ' then dann alors entonces então allora dan wtedy то så ';
/** What follows these is a place or a person. */
export const AT =
  ' for of from at by von vom für de del di du van för do dos da pour per voor dla для от к від z user ';
/** Another language than English, though its word is the English one: `la password di root in …`. */
export const ARTICLES = ' la il di del della das der die den vom het van el le du do da för til мой для ';
