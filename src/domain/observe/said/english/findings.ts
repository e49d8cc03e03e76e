import type { Language } from '../language.ts';

/** Causes, quirks, dead ends and choices in an agent's words. */
export const findings: Pick<Language, 'finding'> = {
  finding: [
    // Causes.
    [
      'actual likely real root true underlying & bug cause culprit issue problem reason trigger',
      /\b(?:root|real|actual|underlying|true|likely) (?:cause|culprit|reason|trigger|problem|issue|bug)\b(?:[^.]{0,40}?)(?: is| was|:|s? (?:are|were)\b| -| –| —|,? because)/,
    ],
    [
      'is that',
      /\bthat(?:'s| is| was) the (?:root cause|real (?:cause|problem|bug|issue)|culprit|reason)\b|\bis the (?:culprit|root cause)\b/,
    ],
    [
      'the its this one & bug catch cause crash culprit deadlock error failure flakiness hang issue leak mismatch problem race reason regression slowdown trouble',
      /^(?:so |and |but |ah,? |now i see,? |found it[:,.!]* )*(?:the|its|this|one) (?:\w+ ){0,2}(?:problem|issue|bug|cause|culprit|failure|crash|error|reason|leak|race|flakiness|slowdown|deadlock|regression|mismatch|hang|trouble|catch)s?(?: here| with [\w_./-]+(?: [\w_./-]+)?| in [\w_./()-]+(?: [\w_./-]+)?| for [\w_ -]{2,30}| on [\w_ -]{2,30})? (?:is|was|lies|lay|comes|came|stems|stemmed|happens|happened|occurs|occurred|arises|arose)(?: that| because| in that| when| from| due to| caused by|:)\b/,
    ],
    [
      'cause culprit problem reason root',
      /^(?:the |its )?(?:cause|reason|culprit|problem|root cause)(?: of [\w_ -]{2,40})?:? (?:is|was|:)? ?(?!(?:not (?:yet )?(?:known|clear)|unknown|unclear|fixed|solved)\b)(?<=: .{0,2}|is |was )\S.{15,}/,
    ],
    [
      'break broke crash did* didn does error fail failed failing hang hung is panic panicked refuses rejects returns stop stopped time timed was & as because since',
      /\b(?:fails?|failed|failing|breaks?|broke|crash(?:es|ed)?|hangs?|hung|stops?|stopped|errors? out|times? out|timed out|panics?|panicked|is (?:red|empty|undefined|null|missing|skipped|slow|ignored)|was (?:red|empty|undefined|null|missing|skipped|slow|ignored|never called)|does(?:n't| not) work|did(?:n't| not) work|didn't run|refuses|rejects|returns (?:null|nothing|undefined|an empty))\b[^.]{0,60}?(?:,? because|,? since|,? as) (?!(?:expected|well|soon|it should|before|usual|i\b|we\b|you\b|planned|intended|discussed)\b)\S+/,
    ],
    [
      'by & broken caused introduced triggered',
      /\b(?:was|were|is|are|been|being) (?:actually |indeed |really |all |mainly |entirely )*(?:caused|triggered|broken|introduced) by\b/,
    ],
    [
      'came come coming originated originates resulted stemmed stems & from',
      /\b(?:came|comes?|coming|stems|stemmed|resulted|originates|originated) from\b(?!.{0,10}\b(?:you|your|the (?:user|plan|same author))\b).{10,}(?<=\b(?:flak|fail|error|crash|bug|slow|leak|wrong|mismatch|duplicate|delay|lag|issue|problem|warning|corrupt|noise|nan|empty|missing|timeout|hang|fault|flicker|spike|garbage|extra|jank)\w*\b.{0,200})/,
    ],
    [
      'due',
      /\b(?:is|was|are|were) (?:all |mainly |entirely |simply )?due to\b(?<=\b(?:flak|fail|error|crash|bug|slow|leak|wrong|mismatch|duplicate|delay|issue|problem|warning|hang|timeout|difference)\w*\b.{0,120})/,
    ],
    [
      'that this which',
      /,? which (?:is|was|explains) (?:exactly |precisely )?why\b.{6,}|, which (?:made|caused|forced|broke|restarts|led to) .{8,}|\b(?:this|that)(?:'s| is) (?:exactly |precisely )?why\b.{0,60}\b(?:fail|break|broke|crash|empty|wrong|miss|never|not|n't|slow|error|lost|lose|skip)/,
    ],
    [
      'hence so therefore thus & are break can* cannot could couldn crash deadlock divide double drop dropped fail failed hang is leak leaked lose lost never no overflow refuse silently sometimes stale time timed twice underflow waited waits was were',
      /, (?:hence|so|thus|therefore) (?:the |a |an |our |its |we |they |it |there |no |one |every |each |all |\w+ing |[\w_`.-]+ ){1,6}?(?:never|silently|can(?:no|')t|cannot|could not|couldn't|refuses?|fails?|failed|breaks?|lost|loses?|drops?|dropped|is (?:undefined|null|empty|ignored|lost|skipped|missing|rejected|never|not|always|dropped)|are (?:ignored|lost|skipped|rejected|never|appended|dropped|silently|not|dupl)|was (?:undefined|null|empty|ignored|lost|skipped|never|not|rejected|silently|dupl|always)|were (?:ignored|lost|skipped|rejected|never|not|appended|silently|dupl)|crash(?:es|ed)?|hangs?|deadlock\w*|waited|waits|times? out|timed out|sometimes|divides?|double|twice|stale|overflow\w*|underflow\w*|leaks?|leaked|no \w+ing)\b(?!.{0,80}\b(?:should be|i'll|i will|let me|we should|i've|i added|i need)\b)/,
    ],
    [
      'are gets got is was were & applied cached called closed computed counted created encoded escaped evaluated initiali invoked loaded mounted opened parsed read registered rendered run set written',
      /\b(?:was|were|is|are|got|gets) (?:called|set|created|computed|registered|initiali[sz]ed|opened|closed|parsed|counted|loaded|mounted|run|read|evaluated|applied|cached|escaped|encoded|rendered|invoked|written) (?:[\w_ -]{0,30} )?(?:twice|too (?:late|early)|in the wrong|in opposite|per \w+ instead|inside .{2,60}(?:, hence|, so|: )|instead of)\b.{6,}(?<!\b(?:now|i've|i have|should be|will be|must be)\b.{0,200})/,
    ],
    [
      'deadlocks overflows underflows',
      /\b(?:underflows|overflows|deadlocks)\b.{0,80}(?:: |, so |because|since|\bas the\b)/,
    ],
    ['n*', /\bn\+1\b.{0,40}(?:,? as|,? since|,? because|:)/],
    // Turns out, quirks.
    [
      'turned turns & out',
      /\b(?:turns|turned) out(?: that|,|:|, though| to be| to)?\b(?! (?:fine|well|good|great|ok))/,
    ],
    [
      'only & accepts applies compiles exports failed fails fires happened happens hono keeps looks occurs reproduces serves shows supports takes work worked',
      /(?<!\b(?:should|so it|that|to|i|can|will|would|must|it'll|now|they) )\bonly (?:works?|worked|happens|happened|fails|failed|accepts|supports|keeps|applies|fires|exports|honou?rs|compiles|reproduces|shows up|takes effect|occurs|serves|looks) (?:\S+ ){0,4}?(?:with|when|if|in|on|for|after|under|from|inside|the|while|to|above|below|as long as)\b/,
    ],
    [
      'accept allow applies emit export fire hono pick read respect run* send serve support work & only',
      /\b(?:accepts?|serves?|works?|applies|exports?|reads?|fires?|supports?|honou?rs|sends?|emits?|allows?|runs?|picks? up|respects?) .{2,80}\bonly (?:if|when|to|after|for|on|in|with|from|the|inside|while|once)\b/,
    ],
    [
      'expect has have must need require want & or otherwise',
      /\b(?:needs?|requires?|must|has to|have to|wants?|expects?)\b.{3,160}(?:,? or else|, otherwise|; otherwise|,? or (?:it|they|the \w+) (?:will |'ll )?(?:fails?|silently|breaks?|crash\w*|hangs?|ignores?|never)\b)/,
    ],
    [
      'had has have need & to',
      /\b(?:has|have|had|needs?) to (?:be|come|run|stay|stand|go|happen) .{2,80}, (?:as|since|because) (?:the|it|our|they|[\w_]+ (?:is|does|buffers|reads|caches|ignores|only|runs|never))\b/,
    ],
    [
      'silently',
      /\b(?:but|so|which|because|since|turns? out|when|if|without|note that|worth|unless|as|and) .{0,80}(?<!\b(?:not|won't|never|to|i|we|you|would|could|might|should|than|than being|of being) )\bsilently (?!and\b)\w+|^(?:[\w_.-]+ ){1,6}silently \w+ .{6,}\b(?:when|if|unless|because|so|on|instead)\b/,
    ],
    [
      'a* be* beware careful caveat good gotcha heads interesting lesson mind note one* pitfall quirk surprise watch worth',
      /^(?:worth (?:knowing|noting|a note)|good to know|gotcha|caveat|beware|heads[- ]up|note that|one (?:quirk|gotcha|caveat|oddity|trap|surprise)|a (?:quirk|gotcha|caveat|trap|surprise)|quirk|surprise|pitfall|interesting(?:ly)?|careful|watch out|mind that|be aware(?: that)?|lesson)[,:]? (?:that |with |here: |is that )?(?=.{0,200}\b(?:only|never|not|n't|ignores?|silently|without|unless|no|always|requires?|needs?|cannot|treats?|cached?|caches|expects?|differs?|breaks?|fails?|twice|before)\b)(?!.{0,40}\b(?:i|we|you)\b)/,
    ],
    [
      'had has have & no',
      /\b(?:has|have|had) no effect\b(?: on| unless| when| if| in| with| here|,| because).{3,}/,
    ],
    [
      'cache close convert count drop escape force ignore keep lowercase mark pad* print register reject report reset return rewrite round sign split strip swallow throw treat truncate turn & and as automatically for in it twice unless without',
      /\b(?:throws?|returns?|ignores?|strips?|drops?|caches?|rewrites?|converts?|turns?|treats?|swallows?|truncates?|rounds?|registers?|reports?|pads?|resets?|escapes?|lowercases?|forces?|counts?|splits?|prints?|closes?|keeps?|marks?|registers?|signs?|rejects?) .{2,100}\b(?:unless|(?:it|and) does(?:n't| not)|without (?:an?|any) (?:error|warning)|twice|automatically unless|as expired|in leap years|for the \w+ strategy)\b(?<!^(?:i|we|it now|now|this|the (?:fix|change|new|test|function|code|script|helper))\b.{0,200})/,
    ],
    [
      'can* cannot could does & decode distinguish expand find follow handle infer parse read resolve see support tell understand work',
      /\b(?:can(?:no|')t|cannot|could not|does(?:n't| not)) (?:handle|parse|resolve|see|read|find|support|expand|decode|distinguish|tell|understand|infer|follow|work (?:here|with|on|in|behind|under))\b.{3,}(?:: |, so |, because|, since|, as |\bwhen\b|\bunless\b|\bif\b)(?<!^(?:i|we|you|let me)\b.{0,200})/,
    ],
    [
      'expose has have lack offer provide ship ships & no',
      /\b(?:ships|ship|has|have|lacks?|exposes?|offers?|provides?) no (?:\w+ ){0,2}(?:assets|types|support|option|way|flag|index|binding|api|arm|equivalent|hook)s?\b.{0,80}(?:\b(?:and|so|which|but|yet|therefore)\b|, )/,
    ],
    [
      'what & broke caused made stopped triggered',
      /^what (?:really |actually )?(?:broke|caused|triggered|stopped|made) .{2,60}? (?:was|is|were|are) .{8,}/,
    ],
    [
      'be* beware careful caveat gotcha heads watch',
      /^(?:heads[- ]up|beware|caveat|gotcha|careful|watch out|be aware)\b[,:]? (?:that |of )?(?!.{0,40}\b(?:i|we|you)\b).{20,}/,
    ],
    ['matters & order', /\border (?:of .{2,40} )?matters\b.{8,}/],
    [
      'although contrary despite even & doc* documentation manual readme spec',
      /\b(?:although|even though|contrary to|despite|unlike) (?:what )?(?:the|its|their) (?:docs?|documentation|manual|readme|spec)\b/,
    ],
    [
      'enough & not isn',
      /\b(?:alone |by itself |on its own )?(?:is|was)(?:n't| not) enough\b.{8,}(?<!^(?:i|we|if|this test)\b.{0,200})/,
    ],
    [
      'without',
      /^without (?:an? |the |that |this |its )?.{3,60}\b(?:fails?|drops?|breaks?|answers?|returns?|ignores?|loses?|crash\w*|hangs?|never|silently|skips?)\b.{4,}/,
    ],
    ['chokes stumbles trips', /\b(?:chokes on|trips over|stumbles over) (?:an? |the )?\w.{2,}/],
    // Dead ends.
    [
      'made makes & no',
      /\b(?:made|makes) no difference\b.{0,60}(?:\breverted|\bdropped|\bback|\bremoved|\bundid|, so |;)/,
    ],
    ['did* & help', /\bdid(?:n't| not) help\b[;:,].{8,}/],
    [
      'attempted experimented gave looked tested tried',
      /\b(?:i |we )?(?:also |first |briefly |then )?(?:tried|attempted|experimented with|gave .{2,40} a try|looked at|tested)\b.{3,200}\b(?:but|however|though|yet|still|did(?:n't| not)|does(?:n't| not)|no (?:effect|luck|cure|difference)|without success|reverted|took (?:it|that)(?: back)? out|dropped|discarded|undid|rolled (?:it )?back|removed (?:it|that)|gave up|made (?:it|things) worse|breaks?|broke|failed|fails|in vain|just as (?:much|slow|bad)|costs?|went back)\b/,
    ],
    [
      'it that this which & did* does won wouldn',
      /^(?:but |however,? )?(?:that|this|it|which) (?:did(?:n't| not)|does(?:n't| not)|wouldn't|won't) (?:work out|help|fix|work(?!ing)|solve|make a difference|change anything)\b.{12,}/,
    ],
    [
      'did* does & change fix help make',
      /\b(?:did(?:n't| not)|does(?:n't| not)) (?:help|make (?:a|any) difference|change anything|fix it)\b.{0,120}\b(?:reverted|so i|removed|took|dropped|because|since|as|undid|discarded|back)\b/,
    ],
    [
      'it that this & made makes',
      /^(?:that|this|it) (?:only )?(?:made|makes) (?:things|it|them|matters|everything) (?:worse|slower)\b.{8,}/,
    ],
    [
      'it that this & breaks broke cost costs doubled failed fails loses lost',
      /^(?:that|this|it) (?:breaks|broke|cost|costs|doubled|fails|failed|lost|loses) .{5,}\b(?:since|because|as|so i (?:reverted|dropped|took|removed|went|discarded|undid))\b/,
    ],
    [
      'so & i',
      /, so i (?:reverted|dropped|took (?:it|that|this)|removed (?:it|that)|discarded|undid|rolled|went back|backed|abandoned|gave (?:it|that) up|scrapped|threw)\b/,
    ],
    [
      'abandoned discarded dropped reverted rolled scrapped undid & as because it since',
      /\b(?:reverted|discarded|abandoned|scrapped|rolled back|dropped|undid)\b.{2,100}\b(?:because|since|as (?:it|the|they|that)|: it)\b/,
    ],
    ['my & first', /\bmy first (?:attempt|try|idea|approach|fix)\b.{5,}/],
    // Choices.
    [
      'i & avoided built chose chosen decided held hold implemented inject keep kept leave left made moved opted picked placed preferred put settled stayed store stuck use used went',
      /\bi(?:'ve| have)? (?:deliberately |therefore |also |intentionally |instead )*(?:chose|chosen|picked|opted for|opted|went (?:with|for)|settled on|preferred|decided (?:on|to|against|not to|for)|kept|keep|left|leave|used|use|put|inject|store[ds]?|placed|built|made|avoided|implemented|moved|stuck with|stayed with|hold|held)\b.{2,160}(?:\b(?:over|instead of|rather than|and not|not)\b .{1,120})?(?:,? because|,? since|,? as (?:it|the|that|they|this|our|we|there|adding|a)|; |,? so that|: (?:it|the|that|they))(?<=\b(?:over|instead|rather than|and not|chose|picked|opted|preferred|decided|settled|kept|keep|left|leave|deliberately|intentionally|avoided|stuck|stayed|went (?:with|for))\b.{0,260}).{8,}/,
    ],
    [
      'i & chose chosen decided opted picked preferred settled went',
      /\bi(?:'ve| have)? (?:deliberately |therefore |intentionally )*(?:chose|chosen|picked|opted for|went (?:with|for)|settled on|preferred|decided on) .{2,120}\b(?:over|instead of|rather than)\b .{3,}/,
    ],
    [
      'so we & keep stay stick',
      /^(?:we|so we) (?:keep|stay with|stick with) .{3,60}(?:because|since|as the)\b/,
    ],
  ],
};
