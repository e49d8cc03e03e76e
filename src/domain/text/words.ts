/** Text into telling terms: small letters, singular, compounds whole; no stop words, tool names or noise. */

export interface Token {
  readonly term: string;
  /** The words of a compound in order, null where a part tells nothing; empty for a plain word. */
  readonly parts: readonly (string | null)[];
  /** Only blanks stand between the term before and this one. */
  readonly follows: boolean;
}

/** Longer things are blobs, not words. */
const LONGEST = 40;

/** Letters, digits and marks beyond ASCII. `\p{L}` is exact, and costs every process 4 ms of compiling. */
const LETTER =
  '\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u037d\\u0386\\u0388-\\u0559' +
  '\\u0560-\\u0588\\u0591-\\u05bd\\u05d0-\\u05f2\\u0610-\\u061a\\u0620-\\u0669\\u066e-\\u06d3' +
  '\\u06d5-\\u06fc\\u0710-\\u0963\\u0966-\\u0df3\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e50-\\u1fff' +
  '\\u2c00-\\u2dff\\u3005\\u3041-\\u30fa\\u30fc-\\u31ff\\u3400-\\u4dbf\\u4e00-\\ud7a3\\uf900-\\ufdff' +
  '\\ufe70-\\ufefc\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a\\uff66-\\uffdc';

/** `C#` and `C++`, scoped packages, and words with inner `.`, `-`, `'` or `_`; every other sign separates. */
function wordPattern(): RegExp {
  const scoped = '@[A-Za-z0-9][\\w.-]{0,39}/[\\w.-]{1,39}';
  pattern ??= new RegExp(`[CcFf]#|[Cc]\\+\\+|${scoped}|[\\w${LETTER}]+(?:[.'’-][\\w${LETTER}]+)*`, 'g');
  return pattern;
}
let pattern: RegExp | undefined;

/** Scripts without spaces: Thai, Lao, Burmese, Khmer, Kana, Han. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff';
const NO_SPACES = new RegExp(`[${UNSPACED}]`);
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'g');

export function tokens(text: string): Token[] {
  const source = text.normalize('NFC');
  const mixed = /[^\0-\x7f]/.test(source) && NO_SPACES.test(source);
  const known = new Map<string, Made | null>();
  const out: Token[] = [];
  const word = wordPattern();
  word.lastIndex = 0;
  let end = -1;
  for (let found = word.exec(source); found; found = word.exec(source)) {
    const raw = found[0];
    if (mixed && NO_SPACES.test(raw)) {
      for (const run of raw.match(RUNS) ?? []) addRun(out, run);
      continue;
    }
    let made = known.get(raw);
    if (made === undefined) known.set(raw, (made = tokenOf(raw)));
    if (made === null || isColourOrUser(source, found.index, raw)) continue;
    out.push({ term: made.term, parts: made.parts, follows: isBlank(source, end, found.index) });
    end = word.lastIndex;
  }
  return out;
}

/** `#ff00aa`, and the user's name in `/home/ada/x`. */
function isColourOrUser(source: string, at: number, raw: string): boolean {
  const before = source[at - 1];
  if (before === '#') return /^[0-9a-f]{3,8}$/i.test(raw);
  if (before !== '/' && before !== '\\') return false;
  return /[\\/](?:home|Users)[\\/]$/.test(source.slice(Math.max(0, at - 7), at));
}

/** A run of one script: words of it as the segmenter sees them, or the word that it is. */
function addRun(out: Token[], run: string): void {
  if (!NO_SPACES.test(run)) {
    const made = tokenOf(run);
    if (made) out.push({ ...made, follows: false });
    return;
  }
  for (const term of wordsWithoutSpaces(run)) out.push({ term, parts: NO_PARTS, follows: false });
}

/** Made when such letters are met: its dictionary takes 15 ms to load, then 900 signs take 0.3 ms. */
let segmenter: Intl.Segmenter | undefined;

/** The dictionary is small: what it leaves as single signs belongs to the word before, or together by twos. */
function wordsWithoutSpaces(run: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words: string[] = [];
  let single = '';
  const endSingles = () => {
    const last = words.length - 1;
    if (single.length === 1 && last >= 0 && isJoinable && words[last]!.length === 2) words[last] += single;
    else if (single.length === 3) words.push(single);
    else for (let i = 0; i + 1 < single.length; i += 2) words.push(single.slice(i, i + 2));
    single = '';
  };
  let isJoinable = false;
  for (const { segment, isWordLike } of segmenter.segment(run)) {
    if (isWordLike && segment.length === 1 && HAN.test(segment) && !HAN_PARTICLE.test(segment)) {
      single += segment;
      continue;
    }
    endSingles();
    const isWord =
      isWordLike === true && segment.length > 1 && segment.length <= LONGEST && !KANA_ENDING.test(segment);
    if (isWord && !HAN_FUNCTION.test(segment)) words.push(segment);
    isJoinable = isWord && HAN.test(segment);
  }
  endSingles();
  return words;
}

const HAN = /^[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+$/;
const HAN_PARTICLE =
  /[的了是我你您他她它们們这這那哪吗嗎呢吧啊把被和与與或及请請也就都很个個在不要有对對从從给給让讓用到为為]/;
const HAN_FUNCTION =
  /^(?:我们|我們|你们|他们|这个|這個|那个|一个|一個|没有|沒有|可以|什么|什麼|怎么|因为|所以|但是|如果|已经|需要|现在|还是)$/;
/** Inflections and particles of Japanese: short Hiragana. */
const KANA_ENDING = /^[\u3040-\u309f]{1,4}$/;

/** Blanks only: a line's end separates, as a list's lines are no phrase. */
function isBlank(text: string, from: number, to: number): boolean {
  if (from < 0 || to <= from || to - from > 3) return false;
  for (let i = from; i < to; i++) if (text.charCodeAt(i) !== 32) return false;
  return true;
}

type Made = Pick<Token, 'term' | 'parts'>;

function tokenOf(raw: string): Made | null {
  if (raw.length > LONGEST) return null;
  if (isSimple(raw)) return plain(raw);
  const word = /['’]/.test(raw) ? withoutElision(raw) : raw;
  if (!/[.\-_/@]|[a-z][A-Z]|[A-Z0-9][A-Z][a-z]/.test(word)) return plain(word);
  const pieces = piecesOf(word);
  return pieces.length < 2 ? plain(word) : compound(word, pieces);
}

/** ASCII letters, only the first a capital: most words. A loop is cheaper here than an expression. */
export function isSimple(raw: string): boolean {
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i);
    if ((code < 97 || code > 122) && (i > 0 || code < 65 || code > 90)) return false;
  }
  return true;
}

function plain(raw: string): Made | null {
  const term = wordOf(raw);
  return term === null ? null : { term, parts: NO_PARTS };
}

const NO_PARTS: readonly null[] = [];

function compound(raw: string, pieces: readonly string[]): Made | null {
  const term = raw.toLowerCase();
  if (isNoise(term) || isScrambled(raw) || isOut(term) || pieces.some(isId)) return null;
  const parts = pieces.map(wordOf);
  // A server's tool (`mcp__github__create_issue`) is no topic, its server may be.
  if (term.startsWith('mcp_')) {
    const server = parts.find((part) => part !== null);
    return server ? { term: server, parts: NO_PARTS } : null;
  }
  // An extension says of what kind a file is, not what it is about.
  const file = isFileName(term);
  if (file) parts[parts.length - 1] = null;
  const humps = !/[.\-_/@]/.test(raw);
  // `GitHub` and `JavaScript` are written like identifiers and are one word all the same.
  if (humps && pieces.length === 2 && /^[A-Z]/.test(raw)) return plain(raw);
  if (parts.some((part) => part !== null)) return { term, parts };
  return file || humps || /^[a-z]{2,}[-_]?\d{2,}[a-z]*$/.test(term) ? { term, parts: NO_PARTS } : null;
}

/** A name with an extension that is known, as `time.now` and `e.g` look like one too. */
export function isFileName(term: string): boolean {
  return FILE_NAME.test(term);
}

const FILE_NAME =
  /[^.]{3}\.(?:[chrv]|[ch]pp|[ch]xx|cc|cs|css|csv|cjs|clj|conf|dart|db|env|erl|exs?|fs|go|gradle|graphql|hs|html?|ini|ipynb|java|jl|js|json[cl]?|jsx|kts?|less|lock|log|lua|mdx?|mjs|mli?|mts|nix|php|pl|plist|prisma|proto|ps1|py|pyi|rb|rs|rst|sass|scala|scss|sh|sol|sql|sqlite|svelte|svg|swift|tex|tf|toml|tsx?|txt|vue|xml|ya?ml|zig)$/;

function piecesOf(raw: string): string[] {
  return raw
    .split(/[.\-_/@]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])/)
    .filter((piece) => piece !== '');
}

/** `l'erreur` is erreur, `user's` is user, `don't` is nothing. */
function withoutElision(raw: string): string {
  const at = raw.search(/['’]/);
  const rest = raw.slice(at + 1);
  if (at <= 2) return rest;
  return rest === 's' ? raw.slice(0, at) : '';
}

/** A single word as a term, or null where it tells nothing. */
function wordOf(raw: string): string | null {
  const lower = raw.toLowerCase();
  if (isOut(lower) || (lower.length < 3 && !SHORT.test(lower))) return null;
  if (isSimple(lower)) {
    const term = singular(lower);
    return isOut(term) || isScrambled(raw) ? null : term;
  }
  return isNoise(lower) || isId(lower) || isScrambled(raw) || isOut(stemOf(lower)) ? null : lower;
}

/** Short names that mean something; two syllables of Hangul are a word. */
const SHORT = /^(?:ai|c#|ci|db|f#|ip|k8|qt|s3|ui|ux|vm|[\uac00-\ud7a3]{2})$/;

/** `test2` is as telling as `test`. */
function stemOf(term: string): string {
  const last = term.charCodeAt(term.length - 1);
  return last < 58 && /^[a-z]{3,}\d+$/.test(term) ? term.replace(/\d+$/, '') : term;
}

/** Numbers, units, ordinals, dates and versions, and hexadecimal literals. */
function isNoise(lower: string): boolean {
  if (!/^v?\d/.test(lower)) return !/[a-z\u00aa-\uffff]/.test(lower);
  if (!/[a-z\u00aa-\uffff]/.test(lower)) return true;
  return MEASURE.test(lower) || VERSION.test(lower) || /^(?:\d{4}-\d\d|0x[0-9a-f]+$)/.test(lower);
}

const MEASURE = /^\d[\d._-]*(?:[a-z]{1,2}|min|sec|hrs|fps|rem|dpi|rpm|[kmg]hz)$/;
const VERSION = /^v?\d[\d.]*(?:\.x|[-.](?:alpha|beta|rc|dev|pre|canary|next)[.\d-]*)?$/;

/** Commit hashes and the parts of UUIDs: hexadecimal with a digit, and longer than a model's name. */
function isId(word: string): boolean {
  return word.length >= 7 && /^[0-9a-f]+$/i.test(word) && /\d/.test(word);
}

/** Base64 and keys change between small, capital and digit all the time, identifiers where a word ends. */
function isScrambled(raw: string): boolean {
  if (raw.length < 12) return false;
  let changes = 0;
  let before = kindOf(raw.charCodeAt(0));
  for (let i = 1; i < raw.length; i++) {
    const kind = kindOf(raw.charCodeAt(i));
    if (kind !== before && kind !== '-' && before !== '-' && !(before === 'A' && kind === 'a')) changes++;
    before = kind;
  }
  return changes * (raw.length < 16 ? 3 : 4) > raw.length;
}

function kindOf(code: number): 'A' | 'a' | '0' | '-' {
  if (code >= 97) return 'a';
  if (code >= 65 && code <= 90) return 'A';
  return code >= 48 && code <= 57 ? '0' : '-';
}

/** English plurals, where a rule is safe; both forms must become one term. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || !isSimple(word) || NOT_PLURAL.test(word)) return word;
  if (/(?:ss|sh|x|(?<!ca|ni|da|^a)ch|^status|^alias|^bus|^virus|^bias|^canvas|^hero|^ech?o)es$/.test(word)) {
    return word.slice(0, -2);
  }
  if (/..ies$/.test(word) && !/^(?:cookies|movies|dies|lies|ties)$/.test(word))
    return `${word.slice(0, -3)}y`;
  return word.slice(0, -1);
}

const NOT_PLURAL =
  /(?:ss|js)$|^[^aeiouy]+$|^(?!(?:menus|gpus|cpus|apis|clis)$).*[iu]s$|^(?:alias|bias|canvas|atlas|pandas|macos|chaos|cosmos|news|series|species|kubernetes|postgres|windows|jenkins|rails|keras|devops|gitops|mlops|lens|analytics|physics|graphics|semantics|statistics|mathematics)$/;

/** Words that carry no subject, such as the names of our own tools: out of topics and keywords altogether. */
export function isOut(term: string): boolean {
  return isStop(term) || term.startsWith('cortex_');
}

/** Words found in nearly every session of programming: they count, for little. */
export function isCommon(term: string): boolean {
  return isCommonWord(stemOf(term));
}

/** A list of words that is only searched while few are asked for: a start asks for ten, and a set of all takes 1 ms to make. */
function wordList(words: () => string): (word: string) => boolean {
  const few = 40;
  let text: string | null = null;
  let all: Set<string> | null = null;
  let asked = 0;
  return (word) => {
    if (all) return all.has(word);
    text ??= ` ${words().trim().replaceAll('\n', ' ')} `;
    if (++asked <= few) return text.includes(` ${word} `);
    all = new Set(text.trim().split(' '));
    return all.has(word);
  };
}

const isStop = wordList(() => STOP);
const isCommonWord = wordList(() => COMMON);

// English and what people say to agents; German, French, Spanish, Portuguese, Italian, Russian; tools, shells.
const STOP = `
a able about above across actually after afterwards again against ago ahead ain all almost alone along
already also although always am among an and another any anybody anyone anything anyway apparently are aren
around as aside at away back basically be became because become been before behind being below beside
besides best better between beyond bit both but by came can cannot certain certainly clearly come comes
coming could couple currently did didn different do does doesn doing don done down during e.g each easily
either else enough especially etc even ever every everyone everything exactly except far few finally first
for former from fully further gave generally get gets getting give given gives giving go goes going gone
gonna good got great had hadn half has hasn have haven having he hello hence her here hers herself hey hi
him himself his how however i i.e if in including indeed inside instead into is isn it its itself just keep
keeps kept kind knew know known knows last lately later latter least less let lets like likely little long
look looked looking looks lot lots made mainly make makes making many may maybe me mean means might mine
more moreover most mostly much must my myself near nearly need needed needs neither never nevertheless next
nice no nobody none nor not nothing now nowhere obviously of off often oh ok okay old on once one ones only
onto or other others otherwise our ours ourselves out over own per perfect perhaps please possible possibly
pretty probably put quickly quite rather really recently right said same saw say says second see seem seems
seen seriously several shall she should show shows simply since slightly so some somebody somehow someone
something sometimes somewhere soon sort specifically still stuff such sure take taken takes taking tell than
thank thanks that the their theirs them themselves then there therefore these they thing things think third
this those though through thus till to today together told tomorrow tonight too took totally toward towards
tried tries truly try trying turn twice two under understand understood unless until up upon us use used
useful uses using usually very via vs wait want wanted wants was wasn way ways we welcome well went were
weren what whatever when whenever where whereas wherever whether which while who whoever whole whom whose
why will with within without won wonder wont worth would wow wrong yeah yes yesterday yet you your yours
yourself
aber alle allem allen aller alles als auch auf aus bei beim bin bis bist bitte dann das dass dem den der des
dich dies diese diesem diesen dieser dieses dir doch dort durch ein eine einem einen einer eines er es euch
für gibt habe haben hier ich ihm ihn ihr ihre immer ist jede jetzt kann kein keine können machen mal mehr
mein meine mich mir mit muss nach nicht nichts noch nur oder ohne schon sein seine sich sie sind soll sollte
über und uns unser unter viel vom von vor warum weil wenn werden wie wieder wir wird wurde zum zur
alors après assez aussi autre autres aux avant avec avez avoir beaucoup bien car ceci cela celle celui ces
cet cette ceux chaque chez comme dans depuis donc dont elle elles encore entre est et être eux fait faire
faut ici ils leur leurs lui mais merci même mes moi moins mon nos notre nous ont ou où par parce pas peu
peut plus pour pourquoi quand que quel quelle quels qui quoi sans ses sont sous suis sur tous tout toute
toutes très une veux voici voilà vos votre vous ya
ahora algo antes así aunque aquí cada como con cual cuando cuál cómo desde donde dos el ella ellos era eres
eso esta estaba estar estas este esto estos está están gracias había hace hacer hacia hasta hay las los más
menos mismo mucho muy nada ni nosotros otra otro para pero poco podemos por porque puede puedo qué quiero
quien ser será si sin sobre solo son su sus también tan tener tengo tiene toda todas todo todos tu una uno
unos usted
aqui até com da ela ele eles em essa esse eu foi isso isto já lhe mas meu minha muito na não nas nós num
pela pelo pode quando são sem seu sua tem também um uma você vocês
anche ancora che chi ci così cosa dal dalla del della delle dello di dove ecco fare gli ha hanno ho il io la
loro ma mi mio molto nel nella noi non ogni perché però più poi qual quale quella quello questa questo sei
sono sta suo sulla tra tutti tutto un viene voi
без был была были было быть вам вас весь вот все всё всех вы где да даже для до его ее её если есть еще ещё
же за здесь из или им их как какая какой когда кто ли меня мне может можно мой мы на надо нам нас наш не
него нет ни них но ну нужно об один она они оно от очень по под пожалуйста после потом потому почему при про
раз сейчас со так также такой там тебя то того тоже только том тут ты уже хочу чем через что чтобы чтоб эта
эти это этого этот
aaa agent amp apply_patch applypatch askuserquestion assistant bar bash bashoutput baz cat chmod chown cmd
codebase_search create_file curl delete_file directory echo edit edit_file edited editfiles editing
edits enterplanmode enterworktree exec exec_command execute_command exit exitplanmode false file filename
filepath files find folder foo glob google_web_search grep grep_search hmm home http https
insert_edit_into_file killshell list_dir list_directory list_files listdir local_shell lol ls
manage_todo_list mcp memory_context mkdir multi_edit multiedit nbsp notebookedit notebookread nth null path
paths read read_file read_files read_many_files readfile reading reads replace_in_file
replace_string_in_file ripgrep run_command run_commands run_in_terminal run_shell_command save_memory
search_file_content search_files search_replace sed session_history session_note session_resume
session_read session_search session_stats shell skill slashcommand src stderr stdin stdout str_replace
str_replace_based_edit_tool str_replace_editor subagent sudo task taskcreate taskget tasklist taskoutput
taskstop taskupdate tmp todo_write todolist todoread todowrite tool tools toolsearch touch true undefined
update_plan users usr var view view_image web_fetch web_search web_search_call webfetch websearch
working_memory write write_file write_stdin write_to_file writefile writes writing www xxx xyz`;

const COMMON = `
action add added adding addition allow answer api app application apply approach arg argument array ask
attempt author available backend base basic begin behavior behaviour block body bool boolean branch break
broken bug build built bunch button byte call cause change changed changelog character check choice choose
class clean clear cli click client close code color column command comment commit common compare compile
complete component concern config configuration configure confirm connect connection consider console const
contain content context continue convert copy core correct count create created creation ctx current custom
data date day debug decide default define delete depend dependency deploy describe description design detail
determine dev develop developer development diff difference disable display doc document documentation
domain drop duplicate easy element empty enable end ensure entire entry env environment err error event
exact example exception exist existing expect expected explain export expression extra extract fail failed
failing failure feature feedback field figure final fine fix fixed fixing flag flow fmt focus follow
following force form format found frontend full func function functionality future general generate
generated git goal group guide handle handler handling happen hard header help helper high hold hour id idea
identify ignore implement implementation implemented import important improve improvement include incorrect
index info information init initial initialize input insert install instance instruction int integration
intentional interface internal introduce investigate involve issue item job json key label large latest
layer layout lead learn leave left length level lib library limit line link linter list load local location
log logic loop low machine main manage manual map match matter max md merge message method min minute
missing mock mode modify module moment month move multiple name naming necessary new nil node normal note
notice npm npx number object obvious offer open operation option order original output overall package page
param parameter parse part party pass passed pattern people perform person piece pkg place plan platform
play pnpm point position post prefer prepare present previous print private problem process produce product
production program progress project prompt proper properly property provide public pull purpose push query
question quick range reach ready real reason record reduce ref refactor refer reference regard relate
related release relevant remain remember remove removed rename render repeat replace reply repo report
repository represent request require required requirement resolve resource response rest result return
review rewrite root row rule run running runtime safe sample save scenario scope screen script search
section select send sense separate sequence server service set setting setup share short side sign similar
simple single site situation size small software solution solve source space spec special specific specify
stage standard start started state statement static status step stop store stored str string strong struct
structure style subject submit success successful suggest suggestion suite summarize summary support switch
syntax system table tag talk target team temp template term test tested testing text thorough thought throw
time timeout title total track tree trigger type typo unit unknown update updated updating upgrade url user
utf8 util utility valid validate value variable verify version visible void warn warning week win word work
worked working workspace world wrap yaml year yml zero`;
