import { corrections } from './english/corrections.ts';
import { findings } from './english/findings.ts';
import { rules } from './english/rules.ts';
import type { Language } from './language.ts';

export const english: Language = {
  ...rules,
  ...corrections,
  ...findings,
  spellings: [
    [/\b(?:dont|do not)\b/g, "don't"],
    [/\b(?:pls|plz|please kindly|kindly)\b/g, 'please'],
    [/\b(?:musnt|mustn't)\b/g, 'must not'],
    [/\bshouldn'?t\b/g, 'should not'],
    [/\b(?:wont|will not)\b/g, "won't"],
    [/\bno one\b/g, 'nobody'],
    [/\b(?:repository|codebase|code base|monorepo)\b/g, 'repo'],
    [/\beverytime\b/g, 'every time'],
  ],
  openers:
    /^(?:(?:ok(?:ay)?|k|and|but|so|also|then|well|ah+|oh|hm+|uh+|btw|by the way|fyi|again|yes|yeah|yep|yup|no(?=[,.!:])|nope|nah|in the meantime|meanwhile|great|nice|good|perfect|cool|thanks|thank you|cheers|please|for the record|to be clear|one (?:more|last) thing|another thing|important|note|reminder|general rule|in general|generally|basically|listen|look|hey|ps|p\.s|actually|wait|sorry|lastly|finally|first|second|third|just|lol|one thing|besides|plus|man|dude|small thing|heads up|while (?:you're|we're) at it|as i said|like i said|i (?:just )?(?:said|told you):?|i'd say|let's|(?:can|could|would|will) you|starting (?:now|today)|from today)\b ?[,.:!–—-]* *)+/,
  clause:
    /(?:[,:;–—]| -) (?:and |but |so |please |then |also |just )*|\b(?:and|but|so|because) (?:please |also |just )*/g,

  passing:
    /\b(?:for now|for the (?:moment|time being|demo|next (?:hour|few))|this (?:time|once)(?! on)|just (?:this )?once|(?:only )?(?:this|that) one time|today(?! on)|tonight|tomorrow|yet(?=[.,!]|$)|at the moment|right now|temporarily|for a (?:sec|minute|moment|while|bit|test)|(?:for|in) this (?:\w+ )?(?:file|function|case|pr|commit|test|task|ticket|one|branch|session|change|step|round|pass|iteration|demo|sprint|class|method|component|page|table|document|section|chapter|script|module|issue|release|migration) ?(?:only|alone|,|$|\.)|until (?:i(?:'m| am|'ve| have)? (?:back|done|had|finish\w*|return|get back|fix)|tomorrow|monday|tuesday|wednesday|thursday|friday|next|later|then|it's fixed|we (?:know|fix|hear|have|decide)|the (?:release|demo|merge|fix|runner|server|weekend|meeting|migration|review)\b)|first try|clean (?:it|this) up (?:right )?(?:after|later)|wait (?:a|for)|while i(?:'m| am) (?:away|gone|at|out))\b/,
  notRule:
    /\b(?:haha\w*|lol|says (?:react|the|my|our)|so they say|never longer|lmao|rofl|jk|just kidding|kidding|\/s|yeah right|super idea|great idea|sarcasm|just quoting|used to (?:say|be|do)|(?:^|oh )great, it|not sure|no idea|i wonder|what if|suppose|imagine|hypothetical\w*|would it|would you rather|thinking (?:about|of)|think about whether|i heard|i read(?! (?:it|them|those|these|everything|all)\b)|i saw|i've heard|rumou?r)\b|^(?:oh )?(?:it|this|that|he|she|they|there) (?:always|never|only)\b|^(?:sure|yeah sure|oh sure|of course|right|yeah)[, ]+(?=from now)|^(?:is|are|was|were|does|do (?:you|we|i|they)|did|has|have|should|shall|would|why|how|what(?! i (?:can|want))|who|where|which|when do(?:es)?|when did|am) \b|^we have a (?:problem|bug|issue)|\btests? (?:all |still |now )?(?:pass|passed|fail|failed|are green)\b|\b(?:my|our|his|her|their) (?:last|old|previous|former|first) (?:job|boss|team|company|project|employer)\b|^(?:in|with) (?:rust|python|go|java|javascript|typescript|c|c\+\+|ruby|sql|react|perl|php|kotlin|swift|git|linux|haskell|theory|practice),? |\b(?:is|are|was|were) (?:defined|declared|created|done|synced)\b|^i (?:always|never) (?:thought|knew|get|got|see|saw|had|have|forget|wondered|understood|liked|did|heard|know)\b|\b(?:says?|reads?|states?|claims?|claimed|said): ?_|^never ?mind\b|^_[.,!]*$|^(?:wait|hold on)\b.{0,20}\bnever\b.{0,10}$|\balways (?:has|had|been|works?|worked|fails?|failed|returns?|returned|gets?|got|was|were|is|are|shows?)\b(?! (?:been and|shown|to be|in|kept|stored|written|named|squash|prefix))|\b(?:should|must|needs to|has to|have to|can) (?:always |never )?(?:return|render|display|accept)\b|\bfix it[.!]*$/,
  foreign:
    /\b(?:says?|said|saying|thinks?|thought|told|wrote|writes|claims|claimed|suggests?|suggested|recommends?|recommended|insists?|believes?|swears?|preaches|argued|argues|warns?|teaches|mentioned|quoting|quotes?|according to|heard|whether|maybe|perhaps|might|could be|suppose|supposing|imagine|assuming|wonder|would|because|since|which|who|where|how|why)\b|\b(?:docs?|documentation|readme|ticket|changelog|release notes|article|blog|spec|commit|post|e?mail|slack|linter|lint|guide|manual|review(?:er)?|comment|error|warning|message|log|poster|sign|book|tutorial|talk|tweet|interview|video|wiki|stack ?overflow|chatgpt|policy)s?(?: \w+){0,2}:|^(?:please )?(?:add|write|create|implement|make|build|fix|change|update|refactor|introduce|test|check|verify|ensure|show|explain|generate|design|assert|validate) [^,:]*[:,] |^(?:if|when|once|while|unless|as soon as|in case) (?!you\b|we\b|i\b|in doubt|unsure|a (?:test|commit|pr|migration|function|file|change|build|dependency)\b|tests?\b|something\b|anything\b)|^(?:when|if) (?:the )?(?:users?|customer|visitor|request|response|value|input|flag|--)/,
  wish: /^(?:(?:great|nice|ok|and|also|please|but|so|thanks|hey)[,!.]* )*(?:can|could|would|will) (?:you|we) (?:please |maybe |just |finally )*(?:please )?(?:stop|always (?!assume|reproduce|rely|expect|get|see|count|trust)|never|remember|not|quit|keep|make sure (?:to |you |that you )*(?:always|never)|from now on|in future|avoid|only ever|ask me|please)\b|, (?:ok(?:ay)?|alright|all right|please|got it|understood|clear|deal|right|yeah|yes)\?$/,

  notCorrection:
    /⚠|\bfor example\b|\b(?:it|that|this)(?:'s| is) (?:fine|ok|good|great)\b|\b(?:haha|no (?:problem|worries|rush|idea|thanks|thank you|clue|wonder|doubt)|don't worry|don't know|don't think|not sure|i guess|maybe|what if|would it|never ?mind|thanks? (?:you )?(?:for|so)|says?:)\b|\b(?:i|we) don't (?:get|understand|see|know|remember|think|recall|have)\b|^(?:if|when|while|because|since|why|how|what|which|does|do|is|are|can|could|should(?! be)|would)\b|\bno\?$|^(?:no|nope|nah)[.!]*$/,
  bareCorrection:
    /^(?:(?:no(?: man| dude)?|nope|nah|wrong(?: \w+)?|incorrect|that's wrong|this is wrong|not quite|stop|no no|no no no|nonsense|that's not (?:it|right|true|correct)|not true)[,.! ]*)+$/,

  notFinding:
    /\b(?:might|maybe|perhaps|possibly|could be|may be|probably because|let me|let's|i'll|i will|i'm going to|i need to|we need to|need to (?:check|see|find|look|understand|verify|investigate|fix|update)|i should|we should|you should|should i|would you|do you want|if you (?:want|like|prefer)|want me to|next,? i|i want to|i see that the user|the user (?:wants|is|has|said|mentioned|asked|points|rejected|just)|you're right|you are right|was requested|i had just|worth verifying|consider (?:adding|either|having|using|whether)|a good candidate|good (?:catch|point|question)|great (?:catch|point|question)|i wonder|not sure|unclear|hypothesis|i suspect|suspect that|looking at|checking|now i understand the|to (?:see|check|find out|understand) (?:if|whether|why|what)|whether|in case)\b|✅|❓|\b(?:tests that|missing test|no test for|the user (?:then|got|updated)|not the real reason|is tested|right home|fine|no ordering)\b|^(?:observation|good|nice|deduplication|tests? that|_? ?- tests|this (?:ensures|means that (?:if|when)|allows|way)|the (?:change|fix|new) (?:adds|now|ensures)|cache|move)\b|^(?:if|when|whether|once|while|unless|now|first|next|then|also|fix(?:ed|es)?|add(?:ed|s)?|update[ds]?|remove[ds]?|test(?:s|ed)?|verify|verified|ensure[ds]?|check(?:s|ed)?|create[ds]?|implement(?:s|ed)?|refactor(?:s|ed)?|returns?|handles?|should|would|could|can|does|do|is|are)\b|:$/,
};
