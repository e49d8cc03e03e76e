/**
 * How many tokens a text costs (o200k), without a tokenizer: loading one takes seven times a bare start of a hook.
 * The text falls into the same kinds of pieces that the tokenizer cuts, and each is charged by what it is made of. The
 * tables at the end were fitted (least squares) to READMEs, sources, transcripts, translations and random letters;
 * how close that comes is in `tokens.test.ts`, and `bench/tokens.ts` prints it.
 */
export function estimateTokens(text: string): number {
  // A preamble is weighed to see whether it fits, and again to go on record.
  if (text !== last.text) last = { text, tokens: withMargin(weigh(text)) };
  return last.tokens;
}

let last = { text: '', tokens: 0 };

/** Short texts vary most and get the largest share. Concave: what parts are charged covers the whole. */
function withMargin(weight: number): number {
  return Math.ceil(weight * 1.04 + Math.sqrt(weight));
}

/** Position of the walk through a text. */
interface Walk {
  readonly text: string;
  at: number;
  /** How dear the last words of the line were. */
  foreign: number;
}

/** Nothing is carried over a line end, so the weights of lines add up to the weight of the text. */
function weigh(text: string): number {
  const walk: Walk = { text, at: 0, foreign: 0 };
  let total = 0;
  while (walk.at < text.length) {
    const code = text.charCodeAt(walk.at);
    if (isLetter(code)) {
      total += weighWord(walk, 0);
      continue;
    }
    const next = walk.at + 1 < text.length ? text.charCodeAt(walk.at + 1) : NEWLINE;
    if (isDigit(code)) total += weighNumber(walk);
    else if (isLetter(next) && !isNewline(code) && !isSurrogate(code)) {
      walk.at += 1;
      total += weighWord(walk, code);
    } else if (isSpace(code) && (code !== SPACE || isSpace(next) || isDigit(next)))
      total += weighSpaces(walk);
    else total += weighMarks(walk);
    if (isNewline(text.charCodeAt(walk.at - 1))) walk.foreign = 0;
  }
  return total;
}

function weighNumber(walk: Walk): number {
  const from = walk.at;
  while (isDigit(walk.text.charCodeAt(walk.at))) walk.at += 1;
  return Math.ceil((walk.at - from) / 3);
}

/** A run of letters with the character that it hangs on (0: none). */
function weighWord(walk: Walk, before: number): number {
  const { text, at: from } = walk;
  if (before === APOSTROPHE && from > 1 && isLetter(text.charCodeAt(from - 2)) && isContraction(text, from)) {
    walk.at = from + (isLetter(text.charCodeAt(from + 1)) ? 2 : 1);
    return 0.5;
  }
  let total = before > 0x7f ? alone(before) : 0;
  if (before === 0 && from > 0 && isDigit(text.charCodeAt(from - 1))) total += 0.25;
  total += weighPiece(walk, before > 0x7f ? SPACE : before);
  while (isLetter(text.charCodeAt(walk.at))) total += weighPiece(walk, 0);
  return total;
}

/** One or two letters after an apostrophe: the end of `don't` and `we're`. */
function isContraction(text: string, from: number): boolean {
  return !isLetter(text.charCodeAt(from + 1)) || !isLetter(text.charCodeAt(from + 2));
}

/** Letters up to where a lower-case one meets an upper-case one. */
function weighPiece(walk: Walk, prefix: number): number {
  const { text, at: from } = walk;
  let sum = 0;
  let previous = 0;
  let upper = 0;
  let lower = 0;
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) {
      const letter = code | 32;
      if (letter < 97 || letter > 122 || (code < 97 && lower > 0)) break;
      if (previous > 0x7f) sum += isAccented(previous) ? 0.52 : 1;
      else if (code > 96 && upper > 1 && lower === 0) sum += 0.75;
      else if (previous > 0) sum += (LATIN_PAIRS.charCodeAt((previous - 97) * 26 + letter - 97) - 48) * 0.124;
      if (code < 97) upper += 1;
      else lower += 1;
      previous = letter;
    } else if (!isLetter(code)) break;
    else if (isEastAsian(code) && eastAsian().pairs.has(text.slice(at, at + 2))) {
      sum += 1;
      at += 1;
      previous = code;
    } else {
      sum += weighWide(code, previous);
      if (isAccented(code)) lower += 1;
      previous = code;
    }
  }
  walk.at = at;
  const latin = upper + lower;
  if (latin === 0) return Math.max(1, sum);
  const weight = weighLatin(text.slice(from, at), sum, upper, lower, prefix);
  if (prefix !== SPACE || lower < at - from) return weight;
  // One dear word after another is another language, and dearer than its letters tell.
  const dearer = weight * (1 + Math.min(0.25, Math.max(0, walk.foreign - 0.1) * 1.2));
  walk.foreign += 0.15 * (Math.min(1.5, dearer - 1) - walk.foreign);
  return dearer;
}

function weighLatin(piece: string, sum: number, upper: number, lower: number, prefix: number): number {
  const latin = upper + lower;
  const shouted = upper > 1 && upper > 2 * lower;
  const perLetter = shouted ? 0.14 : prefix === SPACE ? 0 : 0.02;
  const weight = start(prefix, shouted, upper > 0) + sum + perLetter * latin;
  if (weight <= 1) return 1;
  if (latin > 24) return Math.max(weight, latin * 0.3);
  if (latin > 2 && words().has(piece.toLowerCase())) {
    return Math.min(weight, 1 + hang(prefix, 0, 0.05, 0.3, 0.5, 0.9) + (shouted ? 0.35 : 0));
  }
  return prefix === SPACE && latin > 5 && ENGLISH_ENDING.test(piece) ? 1 + (weight - 1) / 2 : weight;
}

/** A word with a space before it is cheapest; `_` and `.` are often part of the token, other marks seldom. */
function start(prefix: number, shouted: boolean, capital: boolean): number {
  if (prefix === 0) return shouted ? 0.3 : 0.35;
  if (shouted) return hang(prefix, 0, 0.6, 1.3, 1.3, 1.3);
  if (!capital) return hang(prefix, 0.06, 0.7, 0.9, 1.2, 1.45);
  return hang(prefix, 0.35, prefix === DOT ? 1 : 1.3, 1.3, 1.5, 1.75);
}

function hang(
  prefix: number,
  space: number,
  joint: number,
  dash: number,
  slash: number,
  other: number,
): number {
  if (prefix === SPACE || prefix === 0) return space;
  if (prefix === UNDERSCORE || prefix === DOT) return joint;
  if (prefix === DASH || prefix === PARENTHESIS || prefix === TAB) return dash;
  return prefix === SLASH ? slash : other;
}

/** Weight of a letter beyond ASCII after the one before it in its piece (0: none). */
function weighWide(code: number, previous: number): number {
  if (isAccented(code)) {
    if (code >= 0x180 && code < 0x250 && !isVietnamese(code)) return 2;
    if (previous === 0) return 0.5;
    if (!isAccented(previous)) return previous < 0x80 ? 0.62 : 1;
    return isVietnamese(code) || isVietnamese(previous) ? 0.3 : 1;
  }
  if (isCapital(code) && isCapital(previous)) return 0.75;
  if (isCyrillic(code) && previous === 0) return 0.75;
  if (isCyrillic(code) && isCyrillic(previous)) {
    const a = cyrillicIndex(previous);
    const b = cyrillicIndex(code);
    return a < 0 || b < 0 ? 0.47 : (CYRILLIC_PAIRS.charCodeAt(a * 32 + b) - 48) * 0.12;
  }
  const inRun = runWeight(code);
  if (inRun === 0 || (previous !== 0 && runWeight(previous) !== inRun)) return alone(code);
  return previous === 0 ? alone(code) * 0.6 : inRun;
}

/** White space as the tokenizer cuts it: to its last line end, else to before the last space. */
function weighSpaces(walk: Walk): number {
  const { text, at: from } = walk;
  let end = from;
  let lineEnd = from;
  while (end < text.length && isSpace(text.charCodeAt(end))) {
    end += 1;
    if (isNewline(text.charCodeAt(end - 1))) lineEnd = end;
  }
  if (lineEnd > from) end = lineEnd;
  else if (end < text.length && end - from > 1) end -= 1;
  walk.at = end;
  let sum = 0;
  let previous = 0;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (previous === 0 || code > 0x7f) sum += alone(code);
    else if (code !== previous) sum += previous === (code === NEWLINE ? RETURN : TAB) ? 0.05 : 0.8;
    else sum += code === SPACE ? 0.009 : code <= NEWLINE ? 0.063 : 1;
    previous = code;
  }
  return sum;
}

/** Marks and symbols, with the space before them and the line ends after them. */
function weighMarks(walk: Walk): number {
  const { text } = walk;
  let sum = 0;
  let previous = 0;
  let joined = 0;
  for (; walk.at < text.length; walk.at++) {
    const code = text.charCodeAt(walk.at);
    if (previous === 0) sum += alone(code);
    else if (isNewline(code)) sum += isNewline(previous) ? 0.063 : 0.03;
    else if (isNewline(previous) || isSpace(code) || isDigit(code) || isLetter(code)) break;
    else if (isLowSurrogate(code) && isHighSurrogate(previous)) {
      sum += astral(text.codePointAt(walk.at - 1) ?? 0) - 1;
    } else if (code === previous) sum += repeated(code);
    else if (code > 0x7f || isControl(code)) sum += code === EMOJI_STYLE ? 0.5 : alone(code);
    else if (previous !== SPACE) {
      joined = MARK_PAIRS.includes(String.fromCharCode(previous, code)) ? joined + 1 : 0;
      sum += joined > 0 && joined < 4 ? 0.06 : 0.75;
    }
    previous = code;
  }
  return sum;
}

/** Lines drawn with one character come in long tokens. */
function repeated(code: number): number {
  const drawn = LONG_RUNS.indexOf(String.fromCharCode(code));
  if (drawn >= 0) return drawn < 14 ? 0.063 : 0.125;
  if (HALF_RUNS.includes(String.fromCharCode(code))) return 0.45;
  return code > 0x7f || isControl(code) ? alone(code) : 0.2;
}

/** Tokens of a character by itself: at most its bytes in UTF-8. */
function alone(code: number): number {
  if (code < 0x80 || isSurrogate(code)) return 1;
  if (code < 0x800) {
    if ((code >= 0xa0 && code < 0x100) || isCyrillic(code) || runWeight(code) > 0) return 1;
    return code >= 0x100 && code < 0x180 ? 1.25 : 2;
  }
  if (isKana(code)) return 1.1;
  if (isEastAsian(code)) return eastAsian().single.has(code) ? 1 : code < 0xa000 ? 2.05 : 2.33;
  if (ONE_TOKEN.includes(String.fromCharCode(code))) return 1;
  if (runWeight(code) > 0 || (code >= 0x1ea0 && code < 0x1f00)) return 1.5;
  return TWO_TOKENS.some(([first, last]) => code >= first && code <= last) ? 2 : 3;
}

function astral(code: number): number {
  if (code >= 0x1f300 && code < 0x1fa00) return 2.3;
  return (code >= 0x1d000 && code < 0x1e000) || (code >= 0x1f000 && code < 0x20000) ? 3 : 4;
}

/** Tokens per further letter in the words of an alphabet that the tokenizer knows; 0 for all others. */
function runWeight(code: number): number {
  for (const [first, last, weight] of ALPHABETS) if (code >= first && code <= last) return weight;
  return 0;
}

/** The 32 letters from а to я in either case; the others are -1. */
function cyrillicIndex(code: number): number {
  const index = (code < 0x430 ? code + 32 : code) - 0x430;
  return index < 32 && code >= 0x410 ? index : -1;
}

interface EastAsian {
  /** Two characters that are one token. */
  readonly pairs: ReadonlySet<string>;
  /** Characters that are one token; all others of their scripts are two or three. */
  readonly single: ReadonlySet<number>;
}

let eastAsianTables: EastAsian | undefined;
let wordTable: ReadonlySet<string> | undefined;

function eastAsian(): EastAsian {
  if (eastAsianTables) return eastAsianTables;
  const pairs = new Set<string>();
  for (let at = 0; at < EAST_ASIAN_PAIRS.length; at += 2) pairs.add(EAST_ASIAN_PAIRS.slice(at, at + 2));
  const single = new Set<number>();
  for (const [first, gaps] of [[0x4e00, HAN] as const, [0xac00, HANGUL] as const]) {
    let code = first;
    for (const gap of gaps) {
      code += gap.charCodeAt(0) - 40;
      if (gap !== '~') single.add(code);
    }
  }
  eastAsianTables = { pairs, single };
  return eastAsianTables;
}

function words(): ReadonlySet<string> {
  wordTable ??= new Set(WORDS.split(' '));
  return wordTable;
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const isNewline = (code: number) => code === NEWLINE || code === RETURN;
const isControl = (code: number) => (code < 32 && !isNewline(code)) || code === 127;
const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;
const isLowSurrogate = (code: number) => code >= 0xdc00 && code < 0xe000;
const isSurrogate = (code: number) => code >= 0xd800 && code < 0xe000;
const isCyrillic = (code: number) => code >= 0x400 && code < 0x460;
/** Greek and Cyrillic only. */
const isCapital = (code: number) => (code >= 0x391 && code < 0x3aa) || (code >= 0x400 && code < 0x430);
const isKana = (code: number) => code >= 0x3041 && code < 0x3100;
const isHan = (code: number) => code >= 0x4e00 && code < 0xa000;
const isEastAsian = (code: number) => isHan(code) || isKana(code) || (code >= 0xac00 && code < 0xd7a4);
const isVietnamese = (code: number) => code >= 0x1ea0 || code === 0x1a1 || code === 0x1b0;

function isAccented(code: number): boolean {
  return (
    (code >= 0xc0 && code < 0x250 && code !== 0xd7 && code !== 0xf7) || (code >= 0x1e00 && code < 0x1f00)
  );
}

function isSpace(code: number): boolean {
  if (code < 0x80) return code === SPACE || (code >= TAB && code <= RETURN);
  return code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0xfeff;
}

function isLetter(code: number): boolean {
  if (code < 0x80) return (code | 32) >= 97 && (code | 32) <= 122;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  if (code < 0x2000) return code !== 0xd7 && code !== 0xf7;
  if (code < 0x2c00) return false;
  if (code < 0x3041) return code < 0x3000 || code === 0x3005;
  return code < 0xd800 || (code >= 0xf900 && code < 0xfe00) || (code >= 0xff66 && code < 0xffe0);
}

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const APOSTROPHE = 39;
const PARENTHESIS = 40;
const DASH = 45;
const DOT = 46;
const SLASH = 47;
const UNDERSCORE = 95;
const EMOJI_STYLE = 0xfe0f;

/** English words with these ends are single tokens far more often than their letters tell. */
const ENGLISH_ENDING = /(?:ing|ed|ions?|ly|ity|ble|ments?|ies|nces?|ures?|ics?|ary|ory|ess)$/;

/** First and last character of an alphabet, and the tokens that a further letter adds in real words. */
const ALPHABETS: readonly (readonly [number, number, number])[] = [
  [0x370, 0x3ff, 0.41],
  [0x530, 0x58f, 0.33],
  [0x590, 0x5ff, 0.44],
  [0x660, 0x669, 1],
  [0x6f0, 0x6f9, 1],
  [0x600, 0x6ff, 0.38],
  [0x966, 0x96f, 1],
  [0x900, 0x97f, 0.37],
  [0x980, 0xb7f, 0.42],
  [0xb80, 0xbff, 0.36],
  [0xc00, 0xe7f, 0.43],
  [0x1000, 0x109f, 0.45],
  [0x10a0, 0x10ff, 0.33],
  [0x1780, 0x17ff, 0.46],
];

/** Blocks whose characters are mostly two tokens; beyond them three is the rule. */
const TWO_TOKENS: readonly (readonly [number, number])[] = [
  [0xe80, 0x137f],
  [0x1e00, 0x22ff],
  [0x2480, 0x267f],
  [0x2700, 0x277f],
  [0x3000, 0x317f],
  [0xf000, 0xf0ff],
  [0xfe00, 0xffff],
];

const ONE_TOKEN =
  '\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufe0e\ufe0f‐‑–—―‘’‚“”„†•…‰′″‹›₂€₹™←↑→↓⇒−√∞≈≤≥' +
  '①②③④⑤─━│┃├═║▀▄█░▒▓■□▪▲▶►▼◆◇○●★☆♥✅✓✔✨❤➡⭐、。々〈〉《》「」『』【】〔〕〜！％（）＊＋，－．／' +
  '０１２３４５６７８９：；＜＝＞？［］＿｜～￥\ufffd';

/** Characters of which a run of 16 (from the 15th on: 8) is one token. */
const LONG_RUNS = '-=_*#./~+%!:;─<>?@^━═';

/** Marks of which no more than two are one token. */
const HALF_RUNS = '&[]{}`▄█■·';

/** Marks that are one token together. */
const MARK_PAIRS =
  `); ", () ": ', }, ), -> ): ") :/ */ (" ). => ], /* [] =" ]( ($ </ ') {" "} ?: "; \`, }; "$ :{ }) ` +
  `./ \`. (' \${ ]; ._ "] >< [" ". {} >{ := ]) != '; ." )] *) [. >, }" !( '. ]: (\` (_ >( "> "\\ '] "< ` +
  `[' (& =$ >" .< /> \`] '\\ {$ _( $( ([ ': ]. _; (! (. ({ #[ >; _) }{ ," =~ += ~/ =' '# (@ "- /^ }. ` +
  `?. .# (* '} }/ \`; (/ _, /- >& '/ /# '$ !" ]" ?, \`{ -= .,`;

/** Weight of a letter after another one, in eighths of a token: 26 rows of 26. */
const LATIN_PAIRS =
  '50025314133010613010224201267627763161763783132486351737068014206708506006871335651746267353346416447622' +
  '13103323345331432103433055388812581883453953531676175877164038943349725545864535941787147453287251369646' +
  '20022215764220022211717350497838775779752768583977793763242355656556752249655734722534155224337823347907' +
  '21750587266625106837378869462132034554543677005378534223521645422012502212243538250551367155135020378857' +
  '78889997899678974887098779354213242434122334134448255847245237566643461227492637551570173565346113474832' +
  '22121418244021618011639434497908782586763866666878561674166135526016631664663666384795288757627974678554' +
  '5857584857553335852274588659782777599673658965476733';

/** The same from а to я: 32 rows of 32. */
const CYRILLIC_PAIRS =
  '732430316011237122266210357799334999939839629508479192799320997619697288394162192340968998309970' +
  '499856974995351929919994998533982858516429329223135197966981829273521331604132361229945553689988' +
  '399872992996919999949998999279793737328939763525599299987983298444534021032313333128733136899710' +
  '798887996951957992599999498899771998929809929419531299099559997929969247296995399773999998960801' +
  '195691992883342399929979999497932995139919699019943408686980374270102413404012523118744412999962' +
  '399991993973961519659979995599981945820829590228943194894651796229599399293136033103666769532950' +
  '192992993956731721829696977209644543101294241392224688535274990349999299199789198931499999898997' +
  '499997894999950979929989979589993999909909999969999399999993193429789189295494799954979879979899' +
  '379992990978955888659879898629995899928917999939999799989998979999694368994337756849999699999993' +
  '965561957354238069259066576998945969959089599279931999993995990599637702951024935629512949989376' +
  '9589999996656789790999927089997893494284994757996759919658999977';

/** Words that are one token, and mostly also with the mark before them. */
const WORDS =
  'access action add additional address after algorithm all already always and api arg args array async ' +
  'attribute author authors available base because before begin behavior between bin bool boolean ' +
  'buffer build built cache call callback case channel char character check child class cleanup cli ' +
  'cloud cmd code color column com command comment commit completion config configuration connection ' +
  'console const constructor content context copy copyright count create ctx cursor data debug def ' +
  'default defaults define delete dependencies deprecated description details dev different dir ' +
  'directory dispatch display distribution doc docs documentation element else encoding end endpoint ' +
  'engine env environment err error errors event events example exception exec exit expect export expr ' +
  'expression ext external extract factory failed false fast field file filename files filter find ' +
  'first fitness flags following for format found free from func function generate generated generator ' +
  'get git github global good google group handle handler has hash head hello helpers history home ' +
  'hooks html http identifier ignore image implementation import include including index info init ' +
  'input int interface internal invalid item iterator join json key keys keyword keywords kind know ' +
  'last length letter level lib library license limit line lines linux list load local log logger ' +
  'logging looks lookup machine main manager map mapping markdown match max memory message meta ' +
  'metadata method middle mock mod mode model modified module modules msg multiple name namespace new ' +
  'next node none normalize not note notification null num number object offset only open operator ' +
  'options org original otherwise out output override package param parameter parameters params parse ' +
  'parser partition path pattern performance pkg platform plugin plugins pop pos post prefix print ' +
  'private process program project projects promise prompt properties property prototype provided ' +
  'provider providers purpose push python query raw read reader record ref reference regex register ' +
  'registry release repository request require required resolve resource response result results return ' +
  'returns review root run running safe schema script search self separator server service session set ' +
  'settings setup shell shutdown signal signature single size skills skip sleep small snapshot socket ' +
  'software source spec special specific src stack standard start state statement statistics stats ' +
  'status stop store str stream string strings struct style sub summary support supports switch symbol ' +
  'sync syntax system table tag target task tasks template test text thanks this thread time timeout ' +
  'timestamp title token tokens tool tools topics trace tree true txt type types undefined unicode ' +
  'unknown update updated url usage use user users utils validate validation value var variable ' +
  'variables version void warning watch whether width windows with without working workspace write';

/** Two characters each. */
const EAST_ASIAN_PAIRS =
  'ありあるいういているえばえるからくだここことこのこれさいされしいしかしくしたしてしまするそのそれためだけ' +
  'ったってできですではでもとなどうないなくなしならなるにつになにはのみへのますませまたまでものょうようより' +
  'ればわせわれを書アイイズイトイルインウトキャクセクトクロコンザーシュショジェジュスタステストセンタイチェ' +
  'チャックッチットッドップティテンピーファフィフォブラブルプリプレベルライラムランラーリアリンルトレスログ' +
  'ンクングントンドーカークージースーターテートードーバーブープーマームール一下一个一些一天一定一家一年一样' +
  '一次一步一点一直一种一致一般一覧一起三个上下上午上海上述下一下午下来下載下载下面不了不仅不会不到不可不同' +
  '不好不少不断不是不用不能不要不足不过专业世界世纪业务东方东西两个严格严重个人中国中心中文丰富为了为何为空' +
  '主义主要主题之一之前之后之外之间也是了解事业事件事务事实事情于是交换交易交流交通产业产品产生人口人员人民' +
  '人物人生什么今天今年今日介绍他们他的付き代理代码代表以上以下以前以及以后价值价格任何任务企业优势优化优秀' +
  '伙伴会议传统但是位置体系体验作为作用作者你的使用來源例如保存保护保持保证保险保障信息修改值得做到停止健康' +
  '儿童允许元素充分先生免费入力內容全国全球全部全面公共公司公开共享共同关于关注关系关联关键关闭兴趣其中其他' +
  '其它其实其次具体具有内容内部再次农业决定准备准确减少几个出了出去出来出版出现函数分别分析分钟列表创建创新' +
  '创造删除判断利用利益别人到了到底制作制度制造刷新力量办法功能加入加强加载动作动物动画努力包含包括包装北京' +
  '区别区域医生医疗医院匿名十分升级协议单位危险历史压力原则原因去年参与参加参数参考双方反馈发展发布发挥发现' +
  '发生发送取り取得取消受到变化变量另一另外只是只有只能可以可是可能各种合作合理同时同步名前名字名称名稱后来' +
  '后的否则启动告诉员工周期响应哪些唯一商业問い問題喜欢回来回答因为因此因素团队困难固定国家国际图片土地地区' +
  '地址地方城市培养基本基础場合增加增长声音处理変更复制复杂多个多少多年大学大家大小大的大量天气天空失败女士' +
  '女孩女性好的如下如今如何如果如此妈妈始化姑娘媒体字体字段字符存在学习学校学生孩子安全安排安装完全完善完成' +
  '完整官方定义定位实施实现实际实验客户家庭容易密码对于对应对象寻找导致小时尤其就是尺寸居民展开展示属于属性' +
  '工作工具工程左右巨大已经市场希望帮助平台平均年代年轻年龄幸福广告应用应该建立建筑建议建设开发开启开始开放' +
  '异常引用当前当地当天当然形式形成影响很多很好得到循环心理必要必须快乐快速怎么思想性能总结恢复您的情况情報' +
  '想到意义意味意思意见意识感觉感谢成为成功成员成果成立成绩成长我们我国我的或者战争所以所有手机才能打印打开' +
  '执行找到技术投入投资报告报道拥有持续指定指导按照按钮挑战排序接受接口控制推动推荐措施描述提交提供提出提前' +
  '提升提示提高搜尋搜索摘要操作支持收到改变改善改革攻击放心政府政治政策故事效果效率教学教师教育数字数学数据' +
  '数组数量整个整体整数整理文件文化文字文学文本文章新的新闻方便方向方式方案方法方面旅游无法日志日期日本时代' +
  '时候时期时间明显明确昨天是否显示時間晚上普通智能更加更多更新最后最大最好最後最新最终最近有人有关有效朋友' +
  '服务服務期待期间未来未知本人机会机制机器机构权限材料条件来到来源来自来说查看查询标准标签核心根据格式梦想' +
  '检查検索模块模型模式模板次数欢迎正在正常正式正确此外步骤死亡每天比例比如比赛比較比较水平汽车没人没有治疗' +
  '法律注册注意活动流程测试浏览消息消费添加游戏满足漂亮点击然后然而照片爱情爸爸版本特别特殊特点状态状態环境' +
  '现代现在现场现实理由理解理论甚至生产生命生成生活用于用户由于申请电子电影电脑电视电话画像留下番号登入登录' +
  '登记的是的话目前目录目标目的直到直接相信相关相比看到看来看看真实真正真的知识知道研究确保确定确认社会禁止' +
  '科学科技积极移动程序程度稳定空气空间突出突然突破窗口立即竞争章节符合第一第三第二等待等等等级答案策略简单' +
  '算法管理类似类型精神系列系统終了結果线程组件组合组成组织终于经历经济经营经过经验绑定结合结束结构结果统一' +
  '统计继续维护综合缓存编号编码编辑网站网络美国老人老师考虑考试职业联系背景能力能够能源自动自己自然自由自身' +
  '至少艺术节目英文英语范围获取获得菜单虽然行业行为行动表现表示表达要求覆盖观察规则规定规格规模规范视频觉得' +
  '角色解决解析解释設定詳細読み计划计算认为认真认证认识讨论训练记录记者设备设施设置设计访问证明评价评论详细' +
  '语言说明说道请求读取课程调整调查调用谢谢資料資訊负责责任质量购买费用资料资源资金起来超级超过距离路径身份' +
  '身体转换软件辅助输入输出込み达到过去过滤过程运动运行返回还是还有这一这个这么这些这是这样这种这里进入进行' +
  '连接连续追加退出选择通常通知通过速度造成道路避免那个那么那些那里邮件部分部署部门都会都是配置采用释放里面' +
  '重复重大重新重点重要金融针对银行链接销售错误长度长期開始问题阅读阶段附近降低限制除了随着隐藏集中集合需求' +
  '需要青年非常非法面对面的音乐页面项目领域领导颜色风险飞机食品首先首次马上验证高度高级默认가능가지거나검색' +
  '관련관리그래그램기가기는기를까요까지내용니까니다다고다운대로대한도록동안되고되는되어되지드는드를드시들은' +
  '들을들의들이라고라는라도라이러한로그로드로운르게리가리고리는리를리스리지므로방법번째번호보고보기보다부분' +
  '부터비스사를사용사항삭제상의서는서를성을성이세요수를스를스타스터스템스트시간시에시오식을아이어진없는없이' +
  '에게에는에도에서오는우리웨어위를으로으며으면음을이고이나이는이라이를이며이미이블이스이어이지이터이트인지' +
  '인터인트있는자가자는자동자료자를자의작성적인전을전체전히정보제가젝트조건주소지고지를지막지만지원처럼파일' +
  '프로프트하게하고하기하는하려하며하면하여하지한다해서해야현재환경';

/** The single-token characters by their distance from the one before: `(` is 0, `~` leads on without naming one. */
const HAN =
  '()*,))))*)-)****)/))**++****)))*)-*+)*)**,+)),*))-2)*3,,*)*)*)*)*)-)+++*)**))),0-)),-)*)-)))*)2))-*.' +
  ',),*,1+**.)))+*),*1),,,2/)))+*,*),+.24/-8*+)*,0.2+)).5.,5+19*,)/.*+/7**103*17*)0.<7,/,>*.L3N=**)))*)' +
  '**+))*.3*))*))+)*)))))+))0)***)-/*),4,*)**,-.+++6+)+*/*)0*)*+.)+/)-))))*+,),*-.))*)/-++,;+*)-++:<+))' +
  ')/))/))..03+,,*+*C.9)*H))-)*,)*,)+))))))*.))-,-)*)+)2+)+*2+*-/*;,+)-))))))++*))3))),))+)*)+))3),))*)' +
  ')*),*,+)/))+)+-,)*+*0*62.3*.))6)2:*?/-<,),+-FF)*=,->),B.6,)90)?IB-5A3E4~E+**)2+*)).+)0*+/,*/,-0+/,**' +
  '-+-)).+)*,-,A0`3.3B)0G8+)D+,.5@8,*-2A.L+**:+*,*.),*++-*))+++-)5))*,*+*)66)*))),--)3++-83*3--)*).*4?*' +
  '*,9+)==<49CI2,)2EHo,)*)).,)*+71***))*)+0)**))))))))/+-)*+,))-*..)2*/*+3*))))*)*)**))*)*))*+*,+/5/**)' +
  ')))))+-),.1/2*8>,.0,.-Q7.@~~K)+,))).+)*/.))*+,,./1-*)))++*-08E))**+))*,)*,-,))*-+/),*2:B;)+.*)).-.*)' +
  '/)9,**)@)*5,+/)0*),)+)++),*-/+0),-)+..*)/2))+,/,20+)5,+)/,,*+98-*8/./;>)++**0;-/3,0/,D4,H1++<-1z/_7)' +
  ')),*6,.***))+,)3*)+))*+3,**),)-+-))21**),*,*)..,/)0)+,-))**+)+.+)+/1*)*)-*08**23C2+414-)+.1.)+*)*0?.' +
  ')*1.4/C5*6)52*)99736)4.1)2:+54_:/+*+).+,+*.*1)+.,,)+78*31*)1+),,.,01*+))))+)1,0,.*-)3)-+-*5*,1/)/6.)' +
  '),*,0-2-)9..P);**,)+*))+-)**2,**1*)))**1.*)++-)))3+*,+-*))5)*+4/+*)5463)+)014*)/4,,*.215))+.)+*,-:*9' +
  '3,@1*/)83/0<G-2f;0/)-BW5M-9.0*/I<B-~^>))),30,3+/6)))))+1))+,7)3G-/,0))+*).8L*++4,5,1)-*60))+>+,*-)1,' +
  '+.*)01.*,*+-)3..)++0+2,24,+/-01++,)-+-12+),.+9)2.*3*).++K12..,2+03-)0++1F*N))8.<I.1/+,43+5-61Q,,9)[:' +
  '5~u0**)-13-,D2))*4?/).\\-8.853+K=:::2OR),)))-2),5*.)-*1/[+/46/144,:5)6)+.l4+**3-6.)*1:;59-+L1)RMUT/+8' +
  'J**++)-0)))**)*)2/54-)-.83.<,+2*/*<~92V)))).*)O@**.)),))+,,)2.,.+0*);)D,C.*qa,,.4*):*F4=?*G)+G2*-Oz*' +
  '*@/)/+-<6@<*)*)2*,).//1)38*)H+*4//O*,-*42.0N6-))-2/+@+:.B+*.+*-F-*?24,7/*M[TN061-528?)M-,)0/-).*-,,)' +
  '11*0,9-3),E/;-E+0.0DR7)+s<*,)+*++)**)),*,)*))-****+)+)*0*)+/0+<+*93.?.+7),,;-,8.-<,3.*4C),)**/,/D?*0' +
  ',*,4-+-4.+23+),.+01+.*0.*+=*--71?/@-C+.-)EI+K/+.).5)--*+/)3*,16P+),+,,C7+**--8**.6)3:[*9/*7*40:--35.' +
  ')-=8;+:090+,946,.*G?ASlPHCJ,*K6/~<*),--46,r,8OB~,?~~/4/,,.**+K3.7*<)+2.,+)/<-~?=*--,/,5+12+))***)19+' +
  'B*.*,2:+,*/*A1,,3*>+)3.4*)+*50,3m*T762/1216)*,),)))*.*,)))+**))+,,*++-+)/**++)*)++*-+01..1.7,?17;<)/' +
  ')+3)+),/?4:I**)))))))+**-)*))0+/)+-*,)+***/-,)))6-)@881-4*1/,*BB)~)RG+=C..I-19E*)+*)-/*.*)+0*+-+-+*0' +
  '))/)*))+,*).*)+,)*))))3)-/*,+)))++)-)**-)-)+6).+).-+)*)-))*1+*,,)/+/),5:+,,5;+?-00x-M)91AD+*)))*~EX4' +
  '~VS+k{x{E?++1+2.*A91,,*),.-10-0A=C0)1*077)R4*+),*/.,B30))))-,-))*,)+:*-).-))++1,,)),/)J*,))3,,-,)-*4' +
  '),-/.9<.B,+-**/Jp>24*))*)*00=6)8)/,.?)+))+)-*3-)),)3N5+)8+@.@m)*>*6+7,Avl=,)--+6-.+2,0L,~6.+2-.~~~H-' +
  'CDU~~~`**2:.2I7@0/=)/)2+)..X-5C=:J14';

const HANGUL =
  '()+,0))+,+){,,0)*1<0)+,4)/D)+,3*/,9KDD)+,53\\D,@)+,0)O,,040<|DDw~G8~N001G84,,0)+0,,40=K004;1)+4-K,,5-' +
  ')~C,~>D,,5K)+4-/)++)0)**/;i)+440t)+,5K<0,,0)O0t`)+,3*K=/D|,~>~~~>;i)+4),/)+4)*2<K)+,0)2))+71)+,0)+)/' +
  'D)+,1*iDD8)~10<,,0P)+,0)**/)+**3*).)+x)+,<,@,9*I)+,0+~K,,~:D`,,5*-))*+)0-/){,,0)3,,=+,5K)+,5/<~.)+,9' +
  '~)D0X,,5*-~~~~@~Z,x)+,0-/)<@O)+,1,/,,<,,4L)+,5K`D)+,0l93D,,0)**K)+,0),-*~B~~~~X,4P)+@)+**0)+)-*)+,<)' +
  '<K)+,0))))0,,<)+,0,)/D)+,13,8)/DD)</)+,0+1,,4093,@)+,5/,,0-/D)+,)/)+0)+,0),/=g)+,0),/)+@<L)+4-.)`DD)' +
  '+,5/~B,,0-K)+,0)**/)C~~A~~~u)C)+**0-).){)+,0+*/D<L)+9g`)+,0-/``)<K)+,0-/0<|,,0)3;1`,,5~I~BD,,0P,,5/)' +
  '+,5/){,,<)+,0l)+9g`|DD)+,X)+4-/,,<)+xDD,9/D)+,0~2D00-~-D,,X)+,3*/)+,0),/<)DK,44D)+,1,/D)+,0-/)+,5K)C' +
  'D,xDU,/D,4';
