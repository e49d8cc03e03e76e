import { type Language, PLATFORM } from '../language.ts';

/** Standing wishes and the sentences that make one of what was said before. */
export const rules: Pick<Language, 'rule' | 'seal' | 'ending'> = {
  rule: [
    // Always and never, as an order.
    [
      'always only',
      /^(?:always|only ever) (?!\w+(?:ed|[^s]s)\b(?<!\b(?:\w*(?:process|pass|address|focus|access|press|discuss|feed|embed|need|seed|exceed|speed|proceed))\b)|been|the|a|so|in|on|at|was|had|there|here|wrong|right|true|false|fun|good|nice|better|happy|works?|worked|fails?|failed)\w+/,
    ],
    [
      'ever never',
      /^(?:don't )?(?:never|ever) (?:ever )?(?!\w+(?:ed|ing)\b(?<!\b(?:feed|embed|need|seed|exceed|speed|proceed))|mind|been|have|has|will|would|could|can|too|gonna|trust|underestimate|do i|change a running|touch a running|was|were|had|saw|seen|heard|knew|got|did|a\b|the\b|in\b|so\b|happen|works?\b|gets?\b|again\b|\w{2,}[^s]s\b(?<!process|pass|address|access))\w+/,
    ],
    ['never & a again an in on the to', /^never (?:again|in|on|to|the|a|an) (?!life|mind|longer)\w+/],
    ['don', /^don't (?:ever|you ever|you dare)\b/],
    [
      'agent everybody everyone nobody we you',
      /^(?:you|we|agents?|nobody|everybody|everyone) (?:should|must|are to|have to|need to|may|shall|will|'ll) (?:always|never|only ever|under no circumstances|not ever)\b/,
    ],
    [
      'you & never',
      /^you never (?:push|commit|merge|deploy|touch|edit|release|delete|publish|force-push|tag|rebase)\b(?! (?:it|this|that)\b)/,
    ],
    [
      'we & always never only',
      /^we (?:only ever|always|never) (?!seem|found|thought|took|gave|kept|left|lost|felt|managed|quite|forget|break|miss|do (?:this|that|it)\b|say|said|listen|get|got|had|did|ran|wrote|told|see|saw|know|knew|made|came|went|need|end|have (?:the|a|been|had)|wrote|read the|answer|asked|call(?:ed)? it|want|\w+ed\b(?<!need|embed|feed)|learn|set it|actually|really)\w+/,
    ],
    ['we you & never', /^(?:you|we) never (?:need|want|have) to (?:ask|touch|change|edit|commit|push)\b/],
    [
      'i',
      /^i (?:always|only ever) (?:want|prefer|expect)\b|^i (?:never) (?:want|commit|push|switch|deploy|merge|squash|rebase|use|release|publish)\b/,
    ],
    [
      'i & don never',
      /^i (?:don't|never) (?:use|want to use) (?!this|that|it\b).{2,60}\b(?:any ?more|at all|ever)\b/,
    ],
    ['i', /^i (?:want|need|expect|'d like|would like|ask) (?:you|everyone|us) to (?:always|never)\b/],
    [
      'i & appreciate like love prefer',
      /^i(?:'d)? (?:also )?(?:really )?(?:appreciate|prefer|love|like) it (?:very much )?(?:if|when) you(?:'d| would| could)? (?:always |never |not |don't |didn't )?\w+/,
    ],
    [
      'i & prefer',
      /^i(?:'d| would)? (?:always |generally |usually |strongly |much |really )?prefer (?!option|the (?:first|second|third|other|latter|former|one|approach)|that one|this|that|it|to|a\b|b\b|not|\d|your|if|_ (?:here|then)|one\b|approach|plan)[^,]{2,60}\b(?:over|to|instead of|rather than)\b/,
    ],
    [
      'i & can dislike hate',
      /^i (?:hate|dislike|can't stand) (?:it )?(?:when you|when (?:code|commits?|tests?|comments?|people|messages?))\b/,
    ],
    [
      'make & it sure',
      /^(?:please )?make (?:it a (?:rule|habit)|sure (?:that )?(?:you |we |to )?(?:always|never)|sure .{3,120}(?:every time|each time|whenever|at all times|in (?:the )?future))/,
    ],
    ['be make & sure', /^(?:be|make) sure (?:to )?(?:always|never)\b/],
    ['at by on under', /^(?:under no circumstances?|at no (?:time|point)|on no account|by no means)\b/],
    // From now on.
    [
      'exception forward future good henceforth here last now once point sessions session tasks today unless until work',
      /(?<!\b(?:tests?|build|it|page|server|app|ci|i'll|i will) .{0,60})\b(?:from now on(?:wards)?(?! (?:i'll|i will|i'm|the (?:tests?|build|page|server|app|ci)\b|it (?:is|takes|works|fails)))|from (?:here|this point|today) (?:on(?:wards)?|forward)|from now forward|(?:going|moving) forward|henceforth|in (?:the )?future,|in (?:all )?future (?:sessions|work|commits|prs|changes|tasks)|for (?:all )?future (?:reference|work|sessions|commits|changes|prs|tasks)|for all (?:the )?(?:work|sessions|tasks) (?:we|you|to come)|from here on|in every session|once and for all|for the last time|one thing for (?:the )?future|for (?:the )?future:|across (?:all )?sessions|for good[:,]|unless i (?:say|tell you|ask|explicitly)|until i (?:say|tell you) otherwise|unless told otherwise|without exceptions?|no exceptions)\b/,
    ],
    [
      'convention habit policy principle rule standard style',
      /^(?:as a (?:general |basic |strict |hard )?(?:rule|principle|policy)(?!,? (?:the|it|this)\b)|(?:the |our |my |a )?(?:general|house|team|project|golden|basic|hard|standing|new|ground|first|only|main|simple|company|important|strict|number one) (?:rules?|convention|policy|style|principle)|(?:our|my|the) (?:rules?|conventions?|policy|standard|style|habit|principle|house style|team rule) (?:here |for [^:]{2,40} )?(?:is|are|says|:)|(?:convention|rule|policy|house rule) ?:|rule of thumb|by convention)/,
    ],
    [
      'it that there we & a an one our',
      /^(?:it's|that's|there's|we have|we've got) (?:a|our|one|an iron) (?:strict |hard |general |simple )?(?:rule|convention|policy|house rule|principle)\b(?! of| in the (?:file|config|code)| that (?:blocks|matches|fires|checks))/,
    ],
    // Remember.
    [
      'learn make memori note remember take write',
      /^(?:(?:please|can you|could you|would you|will you|you (?:should|must|have to|need to)) )*(?:always )?(?:remember|memori[sz]e|take note|make a note|note down|write (?:this|that) down|learn)(?:,|:| that| this| to (?:always|never|use|keep|write|run|ask|put|add|avoid|not)| not to|, please| for| from now| please)(?! ?(?:when|how we|the time|correctly|time\b|is|was|about\b))/,
    ],
    [
      'bear keep & in',
      /^(?:please )?(?:always )?(?:keep|bear) (?:it |this |that )?in mind(?: for (?:good|all|every|the future|next time|later)|:| that (?:we|you|our|all|every|each|no|nobody|nothing|the (?:customer|client|team|repo|api|users?)s?)\b.{0,60}\b(?:always|never|only|must|don't|not|can't|may))/,
    ],
    [
      'don never & forget',
      /^(?:please )?(?:don't|never) forget (?:that|to|:).{3,100}\b(?:ever|always|never|every|each|whenever|when(?:ever)? you)\b/,
    ],
    // We do, we don't.
    [
      'we & don',
      /^we (?:really |just |simply |strictly |generally |usually |normally )?don't (?:(?:want to |ever |really )*)(?:use|mock|commit|push|merge|deploy|ship|squash|rebase|test|write|allow|accept|touch|abbreviate|capitali[sz]e|do (?!this|that (?:here|in this|for)|it\b)|support|check in|add|put|import|throw|swallow|hard-?code|nest|inline|vendor|fork|publish|release|edit|talk|print|catch|name|comment|rename|delete|store|keep) (?!this|it\b|them|these|those|that (?!\w+s\b)|any of|the same|anything (?:here|with|for)|much|well|_ (?:here|anywhere|yet|currently|right))\w+/,
    ],
    [
      'we & exclusively only strictly',
      /^we (?:only|exclusively|strictly) (?:use|mock|commit|push|merge|deploy|ship|squash|test|write|allow|accept|touch|support|append|add|report|talk|release|store|import|log|work|speak|name|build|target)\b/,
    ],
    [
      'we & build call deploy do follow format indent keep measure name prefer prefix put rebase release report speak spell squash stick store tag target use work write',
      /^we (?:use|write|prefer|stick to|stick with|name|keep|put|format|follow|work with|speak|spell|indent|prefix|call|store|measure|report|target|do|deploy|release|tag|squash|rebase|build) (?!this|that|it\b|the same).{2,100}(?:\b(?:in (?:this|our|the whole|all our) (?:repo|project|team|company|house|shop|org|code|app|group|lab|services?)|everywhere(?! else)|(?:and )?(?:not|never) \w+|always|across the (?:repo|project|board)|around here|only)\b|\bhere(?:[.,!]|$))/,
    ],
    [
      'app code company group house lab module org package project repo script service shop team & all any each every our the this',
      /^(?:in|for|throughout|across) (?:this|our|the whole|all our|all|every|each|any) (?:repo|project|team|company|house|shop|org|code|app|group|lab|services?|packages?|modules?|scripts?)s?(?: here)?,? (?:we|you|use|always|never|only|nobody|all|every|no|don't|please|everything|write|keep|stick|there (?:is|are) no|it's)\b/,
    ],
    [
      'app code company house org project repo shop team & our this',
      /^(?:in|for) (?:this|our) (?:repo|project|team|company|house|shop|org|code|app)\b[^,]{0,30}, (?:we|you|always|never|only|nobody|all|every|no|don't|everything)\b/,
    ],
    [
      'around at here over & i we',
      /^(?:here(?: (?:at|in) [\w.-]+)?|around here|over here|at (?:our|this) \w+),? (?:we|i) (?:always|never|don't|only|use|write|do|keep|name|put|call)\b/,
    ],
    [
      'it that this & how the',
      /^(?:that's|this is|it's) (?:just )?(?:how|the way) (?:we|this (?:house|team|shop|project|repo)|i) (?:do|does|like|want|work|write|always)\b.{4,}/,
    ],
    // Use this, not that.
    [
      'call choose prefer say stick take use write & and but never no not',
      /^(?:please )?(?:use|say|write|call it|prefer|stick (?:to|with)|choose|take) (?!(?:the|this|that|it|your|my|option|approach|[a-d]|\d+)\b)[^,;]{1,60},? (?:not|never|and not|no|and never|but (?:not|never)) (?!sure|only|yet|just|the (?:first|second|other|old)|this|that|any|more|need|matter|\d)\S+/,
    ],
    [
      'choose prefer say stick use write & everywhere for here in throughout',
      /^(?:please )?(?:use|say|write|prefer|stick (?:to|with)|choose) (?!(?:the|this|that|it|option)\b).{1,60}\b(?:here(?:[.,!]|$)|in (?:this|our) (?:repo|project|team|code|company)|everywhere(?! else)|for (?:all|everything|every|each|any) |throughout|in (?:all|every) (?!the|these|those|of))(?<!\binstead of .{1,60})/,
    ],
    [
      'favo prefer & in instead over rather to',
      /^(?:please )?(?:prefer|favou?r) (?!option|the (?:first|second)|this|that)\S.{1,80}\b(?:over|to|instead|rather than|in favou?r)\b/,
    ],
    [
      'don everywhere never no',
      /^(?:please )?(?:no|never|don't) .{2,60}\beverywhere\b|^(?!(?:it|this|that|they|there|the same|i|he|she|you (?!never|always|only)|what|why|is|are|was)\b)[^,]{3,60}\beverywhere(?! else)(?:,? (?:please|ok|from|in (?:this|our)))?[,.!]*(?:$| my| our| i | we )(?<!\b(?:is|are|was|were|it's|used|fails?|breaks?|changed|version|update|rename|replace|change|fix|errors?|appears?|shows?)\b.{0,80})/,
    ],
    [
      'only & answer commit deploy edit import merge mock push reply run touch use work write',
      /^(?:please )?only (?:ever )?(?:use|write|commit|push|run|edit|touch|work|answer|reply|import|mock|merge|deploy) .{2,100}\b(?:ever|from|unless|when i|if i|in this (?:repo|project)|never|not|without)\b/,
    ],
    // Stop.
    [
      'quit stop',
      /^(?:(?:can|could|would|will) you )?(?:please )?(?:finally )?(?:stop|quit) (?!(?:watching|waiting|working|trying|testing|editing|thinking|it|listening|processing|polling|sending|loading|streaming|syncing|logging|writing to|retrying) )(?!running (?:the|it|this|that)? ?(?:\w+ )?(?:server|app|watcher|container|process|job|script|build|command|daemon|service)\b)\w+ing\b/,
    ],
    [
      'enough never no not',
      /^(?:please )?(?:no more|enough with|enough of|never again|not again) (?!of this|than|info|questions|changes|work|errors|need|time|output|tasks|tokens|issues|warnings|failures|that's|tests? fail)(?:the |these |those |any )?_?\w*/,
    ],
    [
      'i & don never',
      /^i (?:don't|never) (?:ever )?want (?:to (?:see|find|read|hear|have)|you to|any|anybody|anyone) .{2,120}\b(?:again|any ?more|ever|anywhere|without|unless|in (?:this|the|our|my|any) (?:repo|project|code|commits?|logs?|prs?|tests?|main|history|commit messages|comments)|in (?:commits|comments|logs|tests|prs|commit messages))\b/,
    ],
    [
      'i & don never',
      /^i (?:don't|never) want (?:any )?(?:new |more |generated |unused |commented )?(?:dependenc|packages|librar|generated|emoji|abbreviat|todo|console|commented|comments that|mocks|magic|any new)/,
    ],
    // Off limits.
    [
      'banned forbidden frozen hands no non not off out read sacred taboo untouchable untouched verboten',
      /^(?!(?:is|are|was|if|why|which|what|how)\b).{2,100}\b(?:is|are|stays?|remains?) (?:strictly |completely |absolutely |totally |always )*(?:off[- ]limits|untouched|read-?only for you|frozen(?=: )|out of bounds|taboo|forbidden|banned|a no-?go|not negotiable|non-negotiable|untouchable|sacred|verboten|hands[- ]off|not (?:to be|ours to) (?:touch|edit|chang|modif|delet|use)\w*)\b/,
    ],
    [
      'not & accepted allowed permitted used wanted welcome',
      /^(?!(?:is|are|was|if|why|which|what|how|it|this|that)\b).{2,80}\b(?:is|are) not (?:used|allowed|permitted|welcome|wanted|accepted) (?:in|on|at|here|anywhere|inside|outside|for)\b.{0,40}\b(?:our|this|here|repo|project|code|main|prod|production|tests?|commits?|logs?)\b/,
    ],
    [
      'hands keep stay',
      /^(?:please )?(?:hands off|stay (?:out of|away from)|keep (?:out of|away from|your hands off)) (?!this for|it for)\S+/,
    ],
    [
      'treat & as',
      /^(?:please )?treat .{2,80} as (?:errors?|read-?only|frozen|immutable|untouchable|off[- ]limits|append-?only|public|private|confidential|secret)\b/,
    ],
    [
      'nobody & changes commits deletes deploys edits is may merges must pushes releases should tags touches writes',
      /^nobody (?:but \w+ |except \w+ |else )?(?:\w+ )?(?:merges|pushes|touches|deploys|edits|commits|changes|writes|is allowed|may|should|must|releases|tags|deletes)\b/,
    ],
    [
      'agents bots we you & are aren have may must never not shall should',
      /^(?:you|agents|bots|we)(?:'re)? (?:must not|may not|not allowed to|not to|never to|aren't allowed to|are not allowed to|are never|aren't to|are not to|shall not|should not ever|have no business)\b/,
    ],
    // Everything of a kind.
    [
      'all any each every new & access amount branch bug* button change class code column comment commit component config copy css date dependenc doc* endpoint error event experiment feature field figure file fix* flag function helper hook http image import job* log* measurement message method migration module name network notebook number package plot pr* price quer release request route script secret service sql string table test text ticket time timestamp type unit user utilities variable',
      /^(?:every|each|all|any|new) (?:single )?(?:(?:new|public|exported|private|api|database|db|sql|unit|integration|user-facing|feature|pull|shell|log|error|commit|react|external|internal|generated) )*(?:functions?|methods?|class(?:es)?|modules?|files?|tests?|commits?|branch(?:es)?|prs?|requests?|migrations?|endpoints?|routes?|components?|changes?|scripts?|quer(?:y|ies)|strings?|logs?|comments?|releases?|features?|packages?|services?|tables?|fields?|configs?|secrets?|flags?|types?|variables?|imports?|dependenc(?:y|ies)|errors?|dates?|times?|timestamps?|amounts?|prices?|messages?|fix(?:es)?|bugs?|tickets?|docs?|names?|columns?|events?|jobs?|hooks?|helpers?|utilities|code|text|copy|user input|sql|css|access|network calls?|http calls?|numbers?|measurements?|experiments?|notebooks?|plots?|figures?|buttons?|images?|units?)(?: [\w_.-]+){0,5}? (?:gets? (?:an?|its|their|one|reviewed|squashed|documented|tested)|needs? (?!\d)|must|has to|have to|goes|go|starts? with|ends? with|lives?|belongs?|comes? with|carr(?:y|ies)|(?:is|are) (?:always|never|to be|written|stored|shown|named|squashed|reviewed|kept|prefixed)|should (?:be (?:in|named|written|stored|prefixed|covered|documented)|have|start|use|live|go|come with|follow)|stays?|uses?|ends? up in)\b(?!.{0,60}\b(?:pass|passing|fail|green|updated|adjusted|renamed|this pr|this change|now|why|slow|ms|seconds|minutes|twice)\b)/,
    ],
    [
      'amounts api branch breaking changelog class column comments commit commits component credentials dates doc docstrings error feature file function hotfixes log migrations money pr public schema secrets table test tests timestamps variable variables & always are belong end get* go* have in live must need never should start stay',
      /^(?:commit messages?|commits|branch(?:es| names)|pr (?:titles?|descriptions?)|comments|docstrings|doc comments|variable names|(?:file|function|class|test|table|column|component)[ -]?names|changelog entries|migrations|feature flags|error messages|log messages|secrets|credentials|tests|test data|dates|timestamps|amounts|money|api changes|schema changes|breaking changes|public apis?|(?:env(?:ironment)? )?variables|hotfixes|(?:unit )?tests?) (?:[\w_.-]+ ){0,5}?(?:must(?: not)?|have to|go(?:es)? (?:in|into|to|under|through)|gets? (?:a|an|their|its)|start with|end with|are (?:always|never|written in|in|to be)|should (?:be (?:in|written|short|named|prefixed)|start|never|always|follow|use|not (?:contain|use|exceed|be))|in (?:english|german|french|spanish|present|imperative|the imperative|lower ?case)|need (?:a|an|their|to be)|stay (?:in|under|below|out)|never|always|belong|live in)\b(?!.{0,60}\b(?:pass|passing|fail|green|failing)\b)/,
    ],
    [
      'ever never no not under & branch ci code comment commit config disk doc* edited error fixture git history id ids log* machine main merged migration name output outside pr print prod prs public pushed repo shared table test',
      /^(?!(?:the (?:function|button|field|form|page|method|component|handler|user|validator|response|parser|test|class|app|output|result|list|table|script|command|value|input|server|client|api|callback|endpoint|query|header|dialog|menu|modal|code|flag|icon|text|label|title)|it|this|that|these|those|they|a|an|there|users?|if|when|passwords?|i|he|she|add|make|write|implement|ensure|create|build|check)\b)[^,:]{2,80}\b(?:must|may|should|can|shall|is|are|does|do|has to|have to)(?: |n't )(?:never|not ever|under no circumstances|no longer ever|not appear|not contain|not end up|not show up|not leak|not leave|not be (?:committed|logged|checked in|pushed|printed|stored|shared|merged|edited|mentioned))\b.{0,120}\b(?:code|repo|commits?|commit messages?|branch|main|logs?|tests?|test data|prs?|migrations?|docs?|comments?|ci|prod|production|history|codebase|config|fixtures?|output|printed|committed|logged|pushed|merged|edited|shared|tables?|disk|ids?|names?|git|public|machine|outside|error messages)\b/,
    ],
    [
      'that this',
      /\bthat (?:goes|applies|holds|counts) for (?:everything|all|every|any|the whole|both|each)\b|\bthis (?:goes|applies|holds) (?:for|to) (?:everything|all|every|any|the whole)\b/,
    ],
    [
      'always don each every how i keep',
      /\b(?:keep it that way|always have,? always will|always (?:has|have) been(?: and)? always will|don't make me (?:say|repeat) (?:it|this|that)|every single (?:one|time)(?<!\bpass.{0,30})|each and every (?:time|one)(?<!\bpass.{0,30})|how many times|i(?:'ve| have) told you (?:before|many times|a (?:hundred|thousand) times))\b(?!.{0,20}\?)/,
    ],
    // Each time.
    [
      'any each every whenever & we you',
      /^(?:please )?(?:whenever|every time|each time|any ?time|every single time) (?:you|we)(?:'re|'ve)? (?!ready|done|free|have (?:time|a|got)|get (?:a chance|around|to it)|like|want|feel|can|find (?:the )?time|run|try|get|call (?:it|this)|open it|click|see (?:the|this) (?:error|page))[^,]{2,100}(?:, | then |$)(?!(?:it|the|there|i|they|my|this|that|he|she|nothing|everything|something|we get|you get|an error|why)\b)/,
    ],
    [
      'each every whenever',
      /^(?:please )?(?!(?:it|this|that|the|there|i|they|he|she|my|a|an|why|how|what|is|are|was|does|did|because|since|which|we get|fails|crashes|breaks|happens|user|users|we)\b)[a-z]+ .{2,140}\b(?:every time|each time|whenever|every single time)(?: (?:you|we)\b|[.,!]|$)(?!.{0,60}\b(?:fails?|crash|breaks?|error)\b)/,
    ],
    [
      'any each every',
      /^(?:please )?(?:before|after) (?:every|each|any) (?:\w+ )?(?:commits?|push|pr|pull request|merge|release|deploy|deployment|edit|change|refactor\w*|migration|task|step|turn|session|answer|reply|test run|rename|feature|fix)\b/,
    ],
    [
      'any each every',
      /^(?:please )?(?!(?:it|this|that|the|there|i|they|he|she|my|a|an|why|how|what|is|are|was|does|did)\b)[a-z]+ .{2,120}\b(?:before|after) (?:every|each|any) (?:\w+ )?(?:commits?|push|pr|pull request|merge|release|deploy|deployment|edit|change|refactor\w*|migration|task|step|turn|answer|reply|rename)\b/,
    ],
    [
      'before & claiming committing opening pushing telling you',
      /^(?:please )?(?!(?:it|this|that|the|there|i|they|he|she|my|a|an|why|how|what|is|are)\b)[a-z]+ .{2,120}\bbefore (?:you (?:tell me|say|claim|report (?:back)?|declare)|committing|pushing|opening a|claiming|telling me)\b/,
    ],
    [
      'before & claiming committing merging opening pushing you',
      /^(?:please )?before (?:you (?:tell me|say|claim|report|declare)|committing|pushing|opening a|claiming|merging)\b[^,]{0,60}, (?!(?:the|it|i|there|that|this|we)\b)\w+/,
    ],
    [
      'if when whenever & anything in something unsure you',
      /^(?:when|if|whenever) (?:in doubt|unsure|you(?:'re| are) (?:not sure|unsure|in doubt|unclear)|something is unclear|anything is unclear|you don't know)\b/,
    ],
    [
      'if & in you',
      /^if (?:in doubt|you (?:touch|change|add|edit|create|introduce|write|need|want to|ever|find|see)) [^,]{2,100}, (?:always|never|please|also|first|then|don't|update|add|run|ask|write|tell|rip|remove|leave|use|bump|put)\b.{0,120}\b(?:always|never|when you're there|anyway|each|every|any|first|as well|too)\b/,
    ],
    // Ask first.
    [
      'ask check consult ping warn & me',
      /^(?:please )?(?:always )?(?:ask|check with|consult|warn|ping) me (?:first |for permission |for approval )?(?:before|when|whenever|if)\b(?! (?:you )?(?:start|begin|continue|proceed|go on|move on|implement))/,
    ],
    [
      'ask & before',
      /^(?:please )?ask (?:first )?before (?!(?:you )?(?:start|begin|continue|proceed|go on))\w+/,
    ],
    [
      'don i never no nothing we & unless until without',
      /^(?:please )?(?:don't|never|no|nothing|i don't want (?:any )?|we don't) .{2,120}\b(?:without (?:asking|my|me|telling|checking with|consulting|an? (?:test|review|ticket|issue|approval|changelog|migration|reason|ok)|tests|approval|permission|my ok)|unless i|until i (?:approve|ok|say))\b/,
    ],
    // Manner.
    [
      'answer comment document explain keep name reply respond speak spell talk write & in',
      /^(?:please )?(?:keep|write|answer|reply|respond|speak|talk|comment|document|spell|name|explain) (?:(?!this|that|it\b|the (?:readme|file|email|mail|letter|text|doc)\b|a (?:test|readme|short))[\w_',/-]+ ){0,8}?in (?:british|american|plain|simple|us|uk|english|german|french|spanish|portuguese|italian|chinese|present tense|full sentences|lower ?case|the imperative|imperative|snake|camel|kebab|pascal|metric|utc|iso)\b/,
    ],
    [
      'keep make & all* the* your',
      /^(?:please )?(?:keep|make) (?:your |all |the )(?:answers|replies|commits|commit messages|functions|prs|pull requests|comments|explanations|messages|summaries|diffs|changes) (?!as\b|in sync|the same)\w+/,
    ],
    [
      'address call & me',
      /^(?:please )?(?:call|address) me (?!when|if|once|back|at|on|later|after|about|tomorrow)\w+[.!]*$/,
    ],
    [
      'don no & abbreviate add create generate include insert invent leave make paste put sprinkle use write',
      /^(?:please )?(?:don't|no) (?:add|use|put|write|leave|insert|include|create|generate|paste|sprinkle|make up|invent|abbreviate) (?:any |more |new |your )?(?:emojis?|abbreviations|todos?|comments that|(?:inline )?comments (?:in|for|that|unless)|whole files|new dependencies|new files unless|filler|mocks|co-authored-by|ai attribution|marketing|print statements|console|any types?|_? ?as any|em dashes|apologies|attribution|placeholder|boilerplate)\b/,
    ],
    [
      'don no & apologi ask call dump explain flatter paste praise repeat say show summari tell thank',
      /^(?:please )?(?:don't|no) (?:say|tell|call|apologi[sz]e|thank|praise|flatter|summari[sz]e|explain|repeat|paste|dump|show|ask)\b(?!.{0,60}\b(?:this|that|it|again for|the (?:last|above))\b).{0,60}\b(?:me|back|every|all|each|whole|unless|at me|your)\b/,
    ],
    [
      'don no & call depend import rely use',
      /^(?:please )?(?:don't|no) (?:use|import|call|rely on|depend on) (?!this|that|it\b|the (?:old|other|first|second|same)\b|any of|_ here|_ for)[\w_'. -]{2,50}\b(?:stuff|at all|anywhere|in (?:this|our) (?:repo|project|code|app)|in (?:production|prod|tests|here|loops|loaders|the (?:code|repo|project))|any ?more|for (?:anything|new))\b/,
    ],
    [
      'no & after before in inside into on outside to without',
      /^(?:please )?no (?!(?:problem|need|idea|worr|wonder|way|thank|clue|rush|longer|doubt|errors?|warnings?|luck|difference|changes?|output|failures?|such|sign|one|not|matter|more|that|this|it|i|we|you|the|there|point|reason|response|results?|answer|tests?|data|commits?|code|branch|files?|logs?|users?|traffic|entries|rows|records|match\w*|mention|trace|usages?|references?|effect|other|man|dude|wait|sorry|on|in|actually|just|please|because|still|use|let|don't|what|why|and|but)\b)[\w'-]+(?: [\w'-]+){0,3}(?:, no [\w' -]{2,30})*,? (?:in|on|inside|to|into|after|before|without|outside) (?:the |our |any |your |variable |commit |test |this |production |public |main|git )?(?:names?|variable names|code|commits?|commit messages?|messages?|comments?|tests?|repo|main|branch|logs?|docs?|prod|production|thread|audio thread|ui thread|main thread|paper|api|config|hot path|loops?|prs?|files?|functions?|components?|fridays?|replies|answers|readme|public|ci|history|project)\b/,
    ],
    ['nothing & it', /^it(?:'s| is) (?:vim|_|[\w.]+) or nothing\b|\bit's [\w._]+ or nothing\b/],
    [
      'let',
      /^(?:please )?let(?:'s| us) (?:always|never|agree (?:that|to|on)|make it a (?:rule|habit)|not ever)\b/,
    ],
    [
      'default go stick & by for in unless whenever',
      /^(?:please )?(?:default to|stick to|stick with|go with) (?!option|the (?:first|second|other)|this|that|it\b|your|plan|\d|a\b)\S.{2,80}\b(?:for (?:all|everything|any|every|scripts|new)|unless|whenever|by default|in (?:this|our|all|every))\b/,
    ],
    // Further wishes.
    [
      'app code company project repo team',
      /^(?:this|our|the|my) (?:repo|project|team|company|code|app) (?:only |always |never )*(?:uses|sticks|follows|requires|forbids|has no|doesn't use|targets|supports only|never|always)\b(?!.{0,40}\bin (?:_|[\w./]+\.\w{1,4})\b)/,
    ],
    [
      'avoid',
      /^(?:please )?avoid (?!(?:this|that|it|the|these|those|duplicat\w+ the|doing (?:this|that))\b)\S+/,
    ],
    [
      'i',
      /^i(?: insist| want| expect|'d like| would like) (?:on |to see |to have |to get )?(?:(?:every|each|no|only|typed|all (?:new|code|comments?|commits?|functions?|docs|public|user-facing|names|strings|messages|sql|tests? (?:in|to be (?:in|named)))) |on )(?!.{0,60}\b(?:to pass|passing|green|renamed|fixed|now)\b)/,
    ],
    [
      'i',
      /^i(?:'d| would) (?:much )?rather you (?!(?:did|do|went|used) (?:this|that|it)\b|(?:kept|left|put|made|moved|used|took|called|named) (?:the|this|that|it|those|these)\b)\w+/,
    ],
    [
      'i & don',
      /^i don't like (?!(?:that|this|it|the|your|these|those|how|where)\b)(?:[\w-]+ ){0,3}[\w-]+(?:s|ing)(?:, |$|\.| in )/,
    ],
    [
      'you & don',
      /^you don't (?:ever )?(?:commit|push|merge|deploy|release|publish|tag|force-push)\b(?!.{0,40}\b(?:need|yet)\b)/,
    ],
    [
      'leave & commit committing deploy git merging pushing releas review',
      /^(?:please )?leave (?:the |all )?(?:commits?|committing|pushing|merging|deploy\w*|releas\w+|reviews?|git) to me\b/,
    ],
    [
      'for & any each every',
      /^for (?:every|each|any) (?:new |single )?\w+(?: (?:you|we) \w+)?, (?!(?:it|the|there|i|we get|this|that|they)\b)\w+/,
    ],
    [
      'when & add* chang commit creat delet deploy document edit fix* implement import introduc log* mock modify mov* nam* refactor remov renam review test touch writ',
      /^when(?:ever)? (?:you(?:'re| are)? )?(?:writ|add|creat|chang|edit|touch|renam|remov|refactor|fix|review|commit|nam|test|mock|import|log|document|deploy|mov|delet|introduc|modify|implement)\w* (?!(?:this|that|it|the (?:above|following)|those|these)\b)(?:an? |any |new |public |the )?[\w_ -]{2,40}, (?:please )?(?!(?:it|the|there|i|they|this|that|he|she|nothing|we get|you get|an error|make sure (?:this|that|it|the))\b)(?:use|write|add|run|always|never|also|don't|keep|put|include|prefer|start|follow|update|bump|check|ask|tell|show|name|prefix|leave|avoid|stick|do|make|mention|explain)\b/,
    ],
    ['get make', /^(?:please )?(?:get (?:into the habit|used to)|make (?:it )?a habit)\b/],
    [
      'in & my our these this',
      /^in (?:my|our|this|these) (?:projects?|code|repos?),? (?:there (?:is|are) no|nothing|everything|all)\b/,
    ],
    [
      'we & abbreviate dogfood indent prefix rebase squash',
      /^we (?:squash|rebase|indent|abbreviate|prefix|dogfood) (?!this|that|it\b)\w+/,
    ],
    ['we', /^we(?:'re| are) an? [\w.+#-]+ (?:shop|house|team|company)\b/],
    [
      'no',
      /^(?:please )?no (?!(?:problem|need|idea|worr|wonder|way|thank|clue|rush|longer|doubt|error|warning|luck|difference|change|output|failure|such|sign|one|not|matter|more|that|this|it|i|we|you|the|there|point|reason|response|result|answer|data|effect|other|man|dude|wait|sorry)\w*\b)(?:[\w'-]+ ){0,3}[\w'-]+(?:s|ing),? (?:ever|please|at all|anywhere)[.!,]*(?:$| )/,
    ],
    [
      'only over',
      /^(?!(?:it|this|that|i|he|she|they|the|there|test|tests)\b)(?:[\w'-]+ ){1,3}only, please[.!]*$|^[\w'-]+(?: [\w'-]+)? over [\w'-]+(?: [\w'-]+)?,? please\b/,
    ],
    [
      'don',
      /^(?:please )?don't (?:ever )?(?:use|log|mock|hard-?code|invent|swallow|mix|install|abbreviate|suggest|reformat|guess|bypass|disable|squash|amend|force-push|rewrite|reorder|vendor|monkey-?patch|shadow|nest|assume) (?!(?:this|that|it|the|these|those|my|your|his|an?|any of|them|too|so|both|all of|_ (?:here|for|in|on|yet)|more than|up|me|him|her|for|here|now|option|\d+)\b)(?:[\w_'./-]+ ){0,5}?[\w_'./-]+(?:[.,!;]|$| (?:you didn't|that you|unless|we|because|in (?:tests|code|commits|production)|on|with|to|from|when|without|anywhere|again|lines|files))(?!.{0,40}\b(?:here|this|that one|for (?:the|this|now))\b)/,
    ],
    [
      'don',
      /^(?:please )?don't (?:add|write|leave|put|create|make) (?:an? )?(?:comments?|docs?|docstrings?|functions?|helpers?|files?|tests?|classes|todos?|code|print\w*|logs?) (?:that|which|unless|for (?:things|code|everything|trivial)|if (?:you|they|it)|when)\b/,
    ],
    [
      'if & a anything something test you',
      /^if (?:something|anything|a (?:test|build|command|check|migration|commit|step)|tests?|you) (?:fails?|breaks?|is (?:unclear|flaky|missing|ambiguous)|(?:are|is) (?:not sure|unsure|blocked|stuck)|get stuck|can't)\b[^,]{0,60}, (?:stop|ask|tell|don't|never|always|write|leave|revert|report)\b.{0,120}\b(?:ask|tell|instead|never|always|first|don't|leave)\b/,
    ],
    [
      'do it',
      /^it's (?:very |really )?important (?:to me |for (?:us|me) )?that (?:you|we) (?:always|never)\b|^do me a favou?r and (?:always|never)\b/,
    ],
    [
      'deployments deploys for* fyi* just merges migrations pushes releases',
      /^(?:just so you know|for your information|fyi)[:,]? .{2,60}\bonly (?:happens?|on|via|through|after|by|from|with)\b|^(?:releases|deployments|deploys|merges|migrations|pushes) (?:only )?(?:happen|go|run|are done) (?:only )?(?:on|via|through|after|by|from)\b/,
    ],
    [
      'american british english french german spanish uk us',
      /^(?:british|american|us|uk) (?:english|spelling)\b|^(?:english|german|french|spanish) (?:only|everywhere|in (?:all|comments|commits|code))\b/,
    ],
    [
      'changelog comments commit docstrings error names tests & are describe explain say start tell use',
      /^(?:comments|docstrings|commit messages|tests|changelog entries|names|error messages) (?:explain|describe|say|tell|are (?:written )?for|start|use) [^,]{2,60}, (?:not|never) \S+/,
    ],
    ['ever keep', /\b(?:keep it (?:that way|like that|this way)|, ever(?:[.!,]|$))/],
    [
      'anything & in inside under',
      /^anything (?:under|in|inside) .{2,60}\b(?:stays?|is|belongs)\b.{0,40}\b(?:untouched|off|not|generated|read-?only|alone)\b/,
    ],
    [
      'any each every',
      /^(?!(?:it|this|that|i|we|he|she|they|there|why|how|what|that's|we'd|i'd|fails?|failed)\b)\S+ (?!.{0,100}\b(?:automatically|run)\b)(?!.{0,100}\b(?:fails?|failed|breaks?|crash\w*|takes|slow|runs|ran)\b).{4,120}\b(?:with|for|on|in|at|per|after|before) (?:every|each|any) (?:single |new )?(?:change|commit|release|pr|pull request|merge|edit|deploy|migration|ticket|reply|answer|push|fix|feature|refactor\w*)\b/,
    ],
    [
      'anything everything whatever & has must need requires goes',
      /^(?:anything|everything|whatever) (?:that |which )?(?:touches|changes|affects|concerns|goes|involves|leaves|deals) .{2,60}\b(?:needs?|requires?|goes through|has to|must|gets?)\b/,
    ],
    [
      'no & code commit comments docs log* prod repo tests',
      /^no [\w_.() -]{2,40} in (?:the |our |any |committed |production |prod |test |shipped )?(?:code|commits?|commit messages|comments|docs|logs?|production|prod|repo|tests)\b(?! (?:yet|so far|fail|pass|is|are))/,
    ],
    [
      'convention mandatory policy rule',
      /^(?!(?:is|are|was|if|why|which|what|how|add|write|implement)\b)[^,:]{5,100}, (?:that's|that is|it's|this is|which is) (?:our |the |a |company |team |house )?(?:policy|rule|convention|mandatory|standard|non-negotiable)\b/,
    ],
    [
      'american british & english spelling',
      /^we (?:write|use|speak) (?:british|american|us|uk) (?:english|spelling)\b/,
    ],
    [
      'repo repos & all every',
      /^(?!(?:add|update|rename|check|list|find|search|replace|change|clone|fix|show|run|copy|move|remove|delete|bump)\b).{5,160}[,:] (?:please )?(?:in |for |across )?(?:all|every) (?:of )?(?:my |our )?(?:other )?repos?\b/,
    ],
    // Habits: no single thing is meant, the words name a kind of work.
    [
      'before & handing you',
      /^(?:please )?(?!(?:it|this|that|the|there|i|they|he|she|my|a|an|why|how|what|is|are|add|fix|create|implement|rename|remove|move)\b)[a-z]+ (?!this\b|that\b|it\b).{2,100}\bbefore (?:you (?:hand (?:\w+ )?over|call it done|open a pr)|handing over)\b/,
    ],
    [
      'don',
      /^(?:please )?don't (?:ever )?(?:touch|edit|change|modify|rename|delete|move|reformat) (?:anything|files|stuff|code|things) (?:in|under|inside|outside|below)\b/,
    ],
    [
      'don',
      /^(?:please )?don't (?:ever )?(?:mention|write|put|use|leave|add|name|include|commit|store|log|check|refer|say|repeat|squash|push|run|call|hide|keep|sprinkle) (?!(?:this|that|it|them|the|these|those|my|any of|a)\b)[\w_' ,./-]{1,60}\b(?:in|into|on|to|from|inside|for) (?:the |our |any |your |public |unit )?(?:commits?|commit messages?|branch(?:es)?(?: names)?|prs?|pull requests?|migrations?|docs?|docstrings?|readme|comments?|names?|tests?|test data|dependenc(?:y|ies)|changelogs?|diffs?|logs?|main|master|prod|production|ci|code|repo|git|history|secrets?|credentials|files?|imports?|exports?|functions?|types?|configs?|packages?|replies|answers|messages|errors|warnings|todos?|generated files?|fixtures?|schemas?|tickets?|issues|releases?|versions?|apis?|endpoints?|sql|queries|css|styles|strings|dates|times|timestamps|money|amounts|prices|controllers|components|modules|classes|methods|variables|scripts|env files|copy|ui text|texts?)\b(?!.{0,40}\b(?:here|this|that|now)\b)/,
    ],
    [
      'document format group keep name prefix quote review sign sort spell squash test translate version write & all* each every your',
      /^(?:please )?(?:sign|squash|prefix|sort|format|document|test|version|quote|translate|spell-?check|keep|write|name|group|review) (?:all |each |every |your )(?:of your |own |new )*(?:commits?|commit messages?|branch(?:es)?(?: names)?|prs?|pull requests?|migrations?|docs?|docstrings?|readme|comments?|names?|tests?|test data|dependenc(?:y|ies)|changelogs?|diffs?|logs?|main|master|prod|production|ci|code|repo|git|history|secrets?|credentials|files?|imports?|exports?|functions?|types?|configs?|packages?|replies|answers|messages|errors|warnings|todos?|generated files?|fixtures?|schemas?|tickets?|issues|releases?|versions?|apis?|endpoints?|sql|queries|css|styles|strings|dates|times|timestamps|money|amounts|prices|controllers|components|modules|classes|methods|variables|scripts|env files|copy|ui text|texts?)\b(?!.{0,40}\b(?:now|here|in this|this)\b)/,
    ],
    [
      'keep & answers commits dependencies diffs each every functions lines names prs replies',
      /^(?:please )?keep (?:(?:each|every) (?:commit|pr|function|file|line|test|reply|answer|change|diff)|(?:your )?(?:dependencies|functions|commits|prs|lines|names|diffs|answers|replies)) (?!(?:going|running|as is)\b).{2,60}/,
    ],
    [
      'add create make open use write & a an one',
      /^(?:please )?(?:make|open|create|use|write|add) (?:a|an|one) [\w -]{2,30} (?:for|per) (?:each|every|any) (?!(?:of|row|user|item|element|test case|case|provider|file|one)\b)\w+/,
    ],
    [
      'at no one & per',
      /^(?:one|at least one|at most one|no more than \w+) [\w -]{2,30} per (?:commit|pr|pull request|branch|ticket|bug|function|file|feature|fix|change|module|class)\b/,
    ],
    [
      'any each every & comes get* has must need require',
      /^(?:(?:any|every|each) new [\w-]+|(?:any|every|each) (?:setting|option|helper|hook|query|script|module|package|service|endpoint|bug ?fix|fix|refactor\w*|dependency|table|job|flag|workaround|hack)) (?:[\w-]+ ){0,5}?(?:needs?|gets?|requires?|must have|has to have|comes with|has) (?:an?|its|their|at least|my|rejected|reviewed|tests?)\b(?!.{0,60}\b(?:why|slow|currently|already)\b)/,
    ],
    [
      'i & prefer',
      /^i(?:'d| would)? (?:also |generally |usually |really |always |much )?prefer (?!(?:option|the|that|this|it|to|your|a|an|not|if|one|approach|plan|_)\b)(?:[\w-]+ ){0,2}[\w-]+s\b(?!.{0,40}\b(?:here|for this|in this case)\b)/,
    ],
    [
      'i',
      /^i(?:'d| would) (?:also )?like you to (?:always|never|keep (?!the|this|that)|ask|stick|stop|avoid|be (?:brief|careful|honest|short)|treat|speak|answer (?:in|brief|short)|write (?:in|all|short)|explain things|use (?:only|short|plain))\b/,
    ],
    [
      'i & expect need want',
      /^i (?:want|expect|need) to (?:be|get) (?:asked|told|informed|consulted|warned) (?:before|when|whenever|about|first)\b/,
    ],
    [
      'myself & approve commit deploy do handle merge push release review run write',
      /^i (?:review|run|merge|deploy|commit|push|release|do|write|handle|approve) (?:every|each|all|the)\b.{2,60}\bmyself\b/,
    ],
    [
      'ask check come speak talk & me',
      /\b(?:ask|talk to|check with|come to|speak to) me first\b(?!.{0,20}\b(?:this|then)\b)/,
    ],
    [
      'every hands not that this under what whatever',
      /\b(?:hands off|not yours to (?:\w+)|under (?:any|no) circumstances?|whatever you do|(?:that's|this is) (?:our|the) (?:deal|rule|convention|policy|agreement)|every time after|what i want (?:from you )?(?:every|each) time)\b/,
    ],
    [
      'from starting & all always each every never no only please we you',
      /^(?:from today|starting (?:now|today)),? (?:every|all|each|we|you|no|always|never|only|please)\b/,
    ],
    [
      'it',
      /^it(?:'s| is) (?:always |only )?(?!(?:not|a|the|in|also|only in|broken|slow|used|called|wrong|fine)\b)[\w.+#-]+ (?:in this (?:house|repo|project|team|shop)|around here)\b/,
    ],
    [
      'we',
      /^we(?:'re| are) (?:on|using|all about|strict about|sticking (?:to|with)) [^,]{2,50}\b(?:here|in this (?:repo|project|team|house))(?:[.,!]|$)/,
    ],
    [
      'we & have',
      /^we have an? [^,]{2,50}\b(?:limit|convention|policy|rule|budget|guideline|style guide|freeze)\b(?!.{0,60}\b(?:problem|bug|broken|wrong)\b)(?=.{0,80}\b(?:respect|follow|stick|keep|please|obey|so|mind)\b)/,
    ],
    [
      'company house org repo shop team & our this',
      /^in (?:this|our) (?:repo|team|house|company|shop|org)s?(?: of ours)?,? (?!(?:there(?:'s| is) (?:a|an|one)|i|it|the (?:bug|error|problem|issue|file))\b)[\w_' -]{2,60}\b(?:is|are|go|goes|get|gets|have|has|use|uses|live|lives|start|starts|end|must|stay|stays|come|comes)\b(?!.{0,60}\b(?:broken|failing|wrong|missing|slow|bug|now|already)\b)/,
    ],
    [
      'all',
      /^all (?:[\w-]+ ){0,2}[\w-]+s (?:in|as|with|without|under|behind|through|via) (?!(?:this|that|these|the (?:file|list|table|diff|pr|branch))\b)[^,]{2,40}(?:,? (?:please|always|everywhere|no exceptions|also)\b|$)/,
    ],
    [
      'for & amounts answers api* branch changelog ci classes code comment commit components config controllers copy credentials css dates dependenc diff doc* docstring endpoint env errors export file fixture function generated git history import issues log* main master messages methods migration modules money name package pr* prices prod production pull queries readme release replies repo schema scripts secret sql strings styles test text ticket times timestamps todo type ui variables version warnings',
      /^for (?:ui |user-facing |error |log |public |internal |new |all )?(?:commits?|commit messages?|branch(?:es)?(?: names)?|prs?|pull requests?|migrations?|docs?|docstrings?|readme|comments?|names?|tests?|test data|dependenc(?:y|ies)|changelogs?|diffs?|logs?|main|master|prod|production|ci|code|repo|git|history|secrets?|credentials|files?|imports?|exports?|functions?|types?|configs?|packages?|replies|answers|messages|errors|warnings|todos?|generated files?|fixtures?|schemas?|tickets?|issues|releases?|versions?|apis?|endpoints?|sql|queries|css|styles|strings|dates|times|timestamps|money|amounts|prices|controllers|components|modules|classes|methods|variables|scripts|env files|copy|ui text|texts?): .{4,}/,
    ],
    [
      'there & can may must shall should',
      /^there (?:must|may|should|can|shall) (?:be no|never be|not be)\b.{3,80}\b(?:when you|in (?:the |our )?(?:commits?|commit messages?|branch(?:es)?(?: names)?|prs?|pull requests?|migrations?|docs?|docstrings?|readme|comments?|names?|tests?|test data|dependenc(?:y|ies)|changelogs?|diffs?|logs?|main|master|prod|production|ci|code|repo|git|history|secrets?|credentials|files?|imports?|exports?|functions?|types?|configs?|packages?|replies|answers|messages|errors|warnings|todos?|generated files?|fixtures?|schemas?|tickets?|issues|releases?|versions?|apis?|endpoints?|sql|queries|css|styles|strings|dates|times|timestamps|money|amounts|prices|controllers|components|modules|classes|methods|variables|scripts|env files|copy|ui text|texts?)|left|before)\b/,
    ],
    [
      'exclusively just only & in',
      /^(?:only|just|exclusively) [\w -]{3,40} in (?:this|our) (?:repo|project|team|code)\b/,
    ],
    [
      'we & document format name order review structure version write',
      /^we (?:write|name|format|structure|document|order|version|review) (?:our |all )?(?:commits?|commit messages?|branch(?:es)?(?: names)?|prs?|pull requests?|migrations?|docs?|docstrings?|readme|comments?|names?|tests?|test data|dependenc(?:y|ies)|changelogs?|diffs?|logs?|main|master|prod|production|ci|code|repo|git|history|secrets?|credentials|files?|imports?|exports?|functions?|types?|configs?|packages?|replies|answers|messages|errors|warnings|todos?|generated files?|fixtures?|schemas?|tickets?|issues|releases?|versions?|apis?|endpoints?|sql|queries|css|styles|strings|dates|times|timestamps|money|amounts|prices|controllers|components|modules|classes|methods|variables|scripts|env files|copy|ui text|texts?)\b .{4,}/,
    ],
    [
      'branches comments commits dependencies endpoints exports files fixtures flags functions imports methods migrations names prs releases secrets tests & are belong carry do don end get go live may need never start',
      /^(?:feature |release |public |private |generated |unit |integration |database |error |log )?(?:branches|commits|migrations|releases|functions|methods|names|files|dependencies|secrets|tests|fixtures|comments|prs|flags|exports|imports|endpoints) (?:don't get|never get|do get|are|get|need|may|go|live|belong|carry|start|end) (?!(?:failing|broken|missing|wrong|not (?:working|found|there)|slow|red|green|there|already|all|still|currently|being|on|\d|too|fine|ok|good|great|done|skipped|running|passing|in|empty|stale|out)\b)(?:[\w-]+ ){1,8}?[\w-]+(?<=\b(?:types?|by hand|merge|after|with|without|first|before|deleted|squashed|prefix\w*|ticket|next|beside|under|reviewed|signed|hand|own|never|always)\b.{0,60})/,
    ],
    ['you & keep', /^you keep \w+ing .{2,60}, (?:we|please|use|don't|it's|stop)\b/],
    ['when & i', /^when i say .{2,30} i mean\b/],
    // What the project has to run on and stay compatible with.
    [
      'compatib',
      new RegExp(
        `^(?:please )?(?:(?:keep|stay|remain)(?: it| this| everything| all of it| (?:the|our|all) [\\w -]{2,30}?)? (?:fully )?compatible (?:with|to)|(?:keep|preserve|maintain|retain)(?: the| our| full)? compatibility with|(?:it|this|everything|we|(?:the|our|all) [\\w -]{2,30}?) (?:has to|have to|needs? to|must) (?:always |also )?(?:stay|remain|be|keep) (?:fully )?compatible with) (?:the |old |older )*${PLATFORM}`,
      ),
    ],
    [
      'has have must need & build compile run work',
      new RegExp(
        `^(?:it|this|that|everything|all of (?:it|this)|(?:the|our|this) (?:whole )?(?:code|app|api|library|package|tool|cli|service|server|project|repo|plugin|extension|site|bundle)) (?:still |also )*(?:has to|needs to|must) (?:still |also |always |keep )*(?:run|running|work|working|build|compile) (?:fine )?(?:on|with|under|in|against) (?:the |old |older )*${PLATFORM}(?!.{0,20}\\btoo\\b)`,
      ),
    ],
    [
      'api cli contract endpoints exports format interface protocol schema sdk signatures & compatible same stable unchanged untouched',
      /^(?:please )?(?:(?:make sure|ensure|see to it)(?: that)? |keep )?(?:the|our|all) (?:(?:public|external|exported|published|rest|http|plugin|wire|file) )+(?:apis?|interfaces?|cli|schema|formats?|protocol|sdk|exports|signatures|contract|endpoints) (?:(?:has to|have to|must|needs to) (?:always )?(?:stay|remain|be kept|be) |(?:always |still )?(?:stays?|remains?|is kept|are kept) )?(?:fully |always )?(?:backwards?[- ]?compatible|compatible|stable|unchanged|untouched|the same)\b/,
    ],
  ],
  seal: [
    [
      'always end* ever every everywhere full no* period without',
      /^(?:always|ever|everywhere|every time|every single time|no exceptions|without exception|period|full stop|end of story)[.!]*$/,
    ],
    [
      'it that this & how the',
      /^(?:that's|this is|it's) (?:just )?(?:how|the way) (?:we|this (?:house|team|shop|project|repo)|i|things) (?:do|does|like|want|work|are|is|want)\b/,
    ],
    [
      'it that this which & applies counts goes holds is',
      /^(?:and )?(?:that|this|it|which) (?:goes (?:for|everywhere)|(?:applies|holds|counts|is true|is meant) (?:for|to|in|everywhere|always|from|across))\b/,
    ],
    [
      'it that this & convention good how important law meant must negotiable policy rule standard style up',
      /^(?:and )?(?:that|this|it)(?:'s| is) (?:not negotiable|non-negotiable|a (?:strict |hard |house |general |standing )?(?:rule|must|convention|policy)|our (?:rule|convention|policy|standard|house style)|the (?:rule|convention|policy|law)|not up for|for good|how it is|law|important for (?:all|every)|meant for)\b/,
    ],
    [
      'bear keep & it that this',
      /^(?:please )?(?:always )?(?:keep|bear) (?:that|this|it) in mind\b(?=.*\b(?:all|future|always|every|from|later|next time|please|good)\b|[.!]*$)/,
    ],
    [
      'don internali memori never note remember write & it that this',
      /^(?:please )?(?:remember|memori[sz]e|don't forget|never forget|note|write down|internali[sz]e) (?:that|this|it)(?:,? please| for (?:good|next|the|all|later|future|every)[^.]*| from now on)?[.!]*$/,
    ],
    ['write & it that this', /^(?:please )?write (?:that|this|it) (?:on your|down|into|behind)\b/],
    ['i & mean', /^i mean (?:that|this|it) (?:for|in|always|as)\b/],
    [
      'am don won',
      /^(?:please )?don't make me (?:say|repeat|tell)\b|^(?:i )?(?:won't|don't want to|am not going to) (?:say|repeat) (?:it|this|that|myself) (?:again|twice)/,
    ],
    [
      'do make & a always each every everywhere from going in',
      /^(?:please )?(?:do (?:that|this|it|so)|make (?:that|this|it)) (?:always|every time|each time|from now on|in future|going forward|a (?:rule|habit)(?! to\b)|everywhere)\b/,
    ],
    ['only', /^(?:\w+ ){1,2}only[.!]*$/],
  ],
  ending: [
    [
      'cancel delete discard disregard drop forget ignore remove revoke scratch strike undo & everything it my that the this what your',
      /^(?:please )?(?:forget|scratch|drop|disregard|ignore|strike|cancel|undo|discard|delete|remove|revoke) (?:(?:about )?(?:that|this|it|the last (?:one|rule|thing|bit))|(?:that|this|the|my|your)(?: last| previous| latest| new)? (?:rules?|instructions?|convention|preference|wish)|(?:what|everything|that thing|the thing) (?:i|you were) (?:just )?(?:said|told|asked)[\w ]{0,40}|my last (?:rule|message|instruction|remark))(?: again| please| now| then| for good| i said(?: that)?)*[.!]*(?:$|, |; | - )/,
    ],
    [
      'never & mind',
      /^never ?mind(?:,? (?:that|this|it|the (?:last )?(?:rule|one|instruction)|that (?:last )?(?:rule|one|instruction|bit)|what i (?:just )?said[\w ]{0,30}|about (?:that|it|the rule)))?[.!]*(?:$|, )/,
    ],
    ['nm*', /^nm[.!]*$/],
    ['i & take took', /^i (?:take|took) (?:that|it|this|the (?:last )?rule) back\b/],
    [
      'my that the this & convention instruction rule',
      /^(?:that|this|the|my)(?: last| previous)? (?:rule|convention|instruction) (?:no longer (?:applies|holds|counts|stands|matters)|doesn't (?:apply|hold|count|matter) any ?more|is (?:off|gone|void|obsolete|dead|cancelled|canceled|not (?:needed|valid) any ?more|no longer (?:needed|valid)|over|history)|can go|was (?:wrong|a mistake|nonsense))\b/,
    ],
    [
      'please you* & disregard drop forget ignore',
      /^(?:you can |you may |please )(?:forget|drop|ignore|disregard) (?:that|this|it|that rule|the rule|what i said)\b[\w ]{0,20}[.!]*$/,
    ],
    [
      'don',
      /^(?:please )?don't (?:remember|keep|save|store|note) (?:that|this|it|that rule)(?: after all| please)*[.!]*$/,
    ],
    ['it that & doesn', /^(?:that|it) doesn't (?:apply|hold|count) any ?more[.!]*$/],
    [
      'no stop & applying doing following using',
      /^(?:please )?(?:stop|no longer) (?:following|applying|doing|using) (?:that|this|the last) rule\b/,
    ],
  ],
};
