import type { Language } from '../language.ts';

/** Reactions to what an agent did. */
export const corrections: Pick<Language, 'correction'> = {
  correction: [
    [
      'nah no non noo* nope',
      /^(?:no|nope|nah|noo+|non)(?:[,.!:;–—-]+| -| wait| man| dude| sorry| no)+ (?:(?:i|we|you|it|that|this|the|these|those|use|not|don't|let's|just|put|make|keep|only|there|add|remove|on|in|for|do|what|my|our|please|wait|leave|go|start|try|both|all|he|she|they|dont|at|by|with|without|stop|look|read|change|take|rather|instead|still|actually|_|[a-z_./-]+\.(?:go|ts|js|py|rs|md|json|toml)|\w+ (?:is|are|should|goes|belongs|needs?))\b|_|.{12,})/,
    ],
    [
      'nah no nope & don dont dude i is it just let man not only please redis that the this use wait we you',
      /^(?:no|nope|nah) (?:not|don't|dont|wait|that's|it's|the|use|let's|i|we|you|man|dude|just|please|only|it should|this|redis|\w+ is)\b.{3,}/,
    ],
    ['nah nope', /^(?:nah|nope),? \w+/],
    ['hm* uh* um* & no that we yes', /^(?:uhh?|umm?|hmm?),? (?:no|we decided|that's not|yes there)\b/],
    [
      'it* that the* this which your & false incorrect mistaken not right what wrong',
      /^(?:that|this|it|which|your \w+|the (?:\w+ ){1,3})(?:'s| is| was| are|'re|isn't| isn't| looks| seems)? ?(?:still |just |plain |simply |completely |totally |all kinds of |not |so |the )*(?:wrong|incorrect|false|mistaken|not (?:what|how|right|correct|true|the|quite)|right(?<=isn't right)|what i (?:asked|meant|wanted|said)(?<=(?:not|isn't) .{0,40}))\b(?!.{0,40}\bwith (?:the|my) (?:build|ci)\b)/,
    ],
    [
      'it that this',
      /^(?:that|this|it)(?: is|'s) (?:not|isn't) (?:what|how|right|correct|true|the (?:case|point|right|way)|where|a )/,
    ],
    [
      'incorrect not* wrong',
      /^(?:wrong|incorrect|not quite|not true|not correct|not right)[,.:;!-]+ ?\w+|^not (?:what|how|where) i\b|^(?:that's |this is |it's )?(?:the )?wrong \w+[,.:;!-]+ ?\S+/,
    ],
    [
      'you & confusing in looking losing misreading missing mistaken misunderstanding mixing overcomplicating still wrong',
      /^(?:you(?:'re| are)) (?:wrong|mistaken|losing|missing|confusing|mixing|misreading|misunderstanding|overcomplicating|looking at the wrong|in the wrong|still)\b/,
    ],
    [
      'you & broke changed confused deleted did didn duplicated forgot got haven ignored misread missed misunderstood mixed overwrote put removed renamed should shouldn were',
      /^you (?:just |still |again |also |have |'ve )*(?:misunderstood|misread|forgot|broke|missed|duplicated|ignored|mixed up|confused|deleted the wrong|changed the wrong|put|got .{2,30} wrong|didn't|haven't|were told|were supposed|should have|should not have|shouldn't have|did it again|removed the wrong|overwrote|renamed)\b(?! (?:me|us) )/,
    ],
    ['you & don', /^you don't (?:need|have) to\b/],
    [
      'i we & agreed asked decided meant said told',
      /^(?:i|we) (?:just |already |clearly |explicitly |did )?(?:said|told you|asked (?:you )?(?:for|to)|meant|decided (?:on|that|against|to)|agreed)\b(?! yesterday| last)/,
    ],
    [
      'correction',
      /^(?:a |small |one |quick |slight |minor )*corrections?\b(?: (?:on|to|about|of|for)\b[^:]{0,60})?[:,]? ?\w+/,
    ],
    [
      'actually come on',
      /^(?:actually|on second thought|come to think of it),? (?!(?:can|could|would|is|are|why|how|what|maybe|i (?:think|wonder|was|just)|never ?mind|yes|yeah|good|nice|one|got|quite|pretty|thanks|that works)\b)(?:\w|_).{6,}/,
    ],
    ['actually', /\b\w+ (?:uses?|is|are|has|have|wants?|needs?|runs?|was|were) [^,]{1,40} actually[,.!]/],
    [
      'don never',
      /^(?:please )?(?:don't|never) (?!(?:you|we|they|worry|forget|think (?:so|we|it|that's)|know|see|get|mind|hesitate|understand|remember|care|have|need|want (?:to know)|like|bother (?:me|asking)|even|the|most|some|any)\b)\w+ .{2,}/,
    ],
    [
      'i we & don',
      /^(?:i|we) don't (?:want|need|like|care) (?!(?:to know|you to worry|to (?:talk|think))\b)(?:that|this|these|those|the|it|any|a|an|you|your|to|more|_|@|\w+s?\b).{1,}/,
    ],
    ['don', /^don't (?:want|need|like) .{3,}/],
    [
      'it that the these this those & aren does doesn is isn should shouldn',
      /^(?:the|this|that|it|these|those) (?:[\w_./-]+ ){0,5}(?:should(?: not|n't)?|shouldn't|doesn't|does not|isn't|is not|aren't) (?:be |have |need |go |look |belong |live |move )*(?:.{0,60})\b(?:not|instead of|rather than) (?!sure|only|just|yet)\S+.{0,60}$/,
    ],
    [
      'not',
      /^(?:not) (?!(?:sure|yet|only|bad|really|now|much|everything|all|a (?:problem|big)|necessarily|that i|working|so (?:bad|fast)|seeing|found|too|many|even)\b)[^,;]{1,60}(?:,|;|—| but| -) ?(?:but )?(?:just |use |rather |only )?\S+/,
    ],
    [
      'it that the this',
      /^(?:it|that|this|the (?:\w+ ){1,3})(?:'s| is| was| should be| goes| belongs| lives| ends| starts?| runs?| uses?) [^,]{2,60}(?:,| and) not (?!(?:sure|only|just|yet|too|that|bad)\b)\S+/,
    ],
    [
      'not',
      /^[^,]{2,60}, (?:so )?not (?!(?:sure|only|just|yet|too|that i|bad|really|a (?:problem|big)|much|many)\b)(?:the |a |an |on |in |at |with |from |_|[a-z])[\w_. /-]{1,40}[.!]*$(?<!\?)/,
    ],
    [
      'hang hold stop wait whoa & don i it no not that the this wrong you',
      /^(?:wait|stop|hold on|hang on|whoa)[,.! -]+(?:no|not|don't|wrong|that's|you|i|it's|this|the)\b.{3,}/,
    ],
    [
      'back put restore revert roll take undo & it that the this those what your',
      /^(?:please )?(?:(?:undo|revert|roll back|back out) (?:that|this|those|your|the|it|what you)|(?:take back|put back|restore) (?:that|this|your|the last|it|what you))\b/,
    ],
    [
      'bring change move put switch take turn & back',
      /^(?:please )?(?:bring|change|move|put|switch|take|turn) (?:it|that|this|them|those|the [\w_ -]{2,40}) back\b/,
    ],
    [
      'keep leave & alone as untouched where',
      /^(?:please )?(?:leave|keep) .{2,60} (?:alone|as (?:it|they|is|was|before)|untouched|where (?:it|they))\b/,
    ],
    ['ditch forget scrap & idea the that your', /^(?:ditch|forget|scrap) (?:the|that|your) \w.{2,}/],
    [
      'you & added assumed backwards called counted have hard hardcoded invented inverted left made mixed multiplied named replaced reversed set swapped switched took treat treated turned twice used wrong wrote',
      /^you (?:just |also |even |again )?(?:made|wrote|used|called|named|swapped|switched|added|took|left|turned|set|counted|multiplied|hard-?coded|assumed|invented|replaced|reversed|inverted|treat(?:ed)?)\b(?!.{0,80}\b(?:nice|great|good|well|love|perfect|thank)).{3,}|^you(?: have|'ve| got).{2,60}\b(?:swapped|reversed|wrong|backwards|mixed up|twice)\b/,
    ],
    [
      'exist deprecated gone obsolete outdated removed',
      /\b(?:does(?:n't| not)|don't) exist\b.{0,20}[,;:.]|\b(?:is|are|was|were) (?:long )?(?:gone|removed|deprecated|outdated|obsolete)\b[^,]{0,30}, (?:so )?(?:use|take|go|it's)\b/,
    ],
    [
      'called named spelled spelt & is it',
      /^(?:it|that|this|the [\w_ -]{2,30}?)(?:'s| is) (?:(?:spelled|spelt) \S+|(?:called|named) .{2,60}\b(?:not|any ?more|now)\b)/,
    ],
    [
      'too & go make set take try use',
      /^(?:please )?(?:make|use|take|set|try|go (?:with|for)) .{1,40}, .{1,40}\btoo \w+/,
    ],
    ['after & all', /^(?!(?:is|are|was|it works)\b).{4,120}\bafter all\b/],
    [
      'it that they this & can may must should',
      /^(?:it|that|this|they) (?:must|may|can|should) not (?:be|have|go|use|get|run|touch|depend)\b/,
    ],
    [
      'apologies my oops sorry & bad called meant mistake not wrong',
      /^(?:sorry|oops|apologies|my (?:bad|mistake|fault))\b(?=.*\b(?:not|wrong|meant|called|mistake|bad)\b).{0,20}[:,.-]+ .{6,}/,
    ],
    ['rather & i you', /^i(?:'d| would) (?:much )?rather (?:you|we|have|keep|not)\b.{4,}/],
    [
      'it* that the this & too',
      /^(?:that|this|it|the (?:\w+ ){1,2})(?:'s| is| was| looks| feels) (?:still |now )?(?:way |far |much |a bit |all )?too \w+\b.{3,}/,
    ],
    ['you & re are', /^you(?:'re| are) (?:still |again )?\w+ing (?:the|in the|on the|it in) .{2,60}, \w+/],
    [
      'i misspoke unclear one some thing things two & is are was misspoke put unclear wrong off missing',
      /^(?:one|two|some) things? (?:is|are) (?:wrong|off|missing)\b|^i (?:was unclear|misspoke|put (?:it|that) badly)\b/,
    ],
    [
      'go* stick & back to with',
      /^(?:please )?(?:go back to|stick (?:to|with)) (?:the|what|that|our|my)\b.{3,}/,
    ],
    ['other & way', /^(?:it's |that's |no,? )?(?:exactly )?(?:the )?other way (?:a?round)\b/],
    [
      'aren isn not & it that these this those',
      /^(?:that|this|it|these|those)(?: isn't| aren't| is not| are not|'s not) (?:an? (?!problem|big|issue|rush|bug|blocker)|supposed|meant|ours|yours)\w*.{3,}/,
    ],
    [
      'assumption guess premise theory understanding',
      /^(?:that|this|the|your) (?:assumption|guess|premise|theory|understanding|reading)(?: \w+){0,3} (?:is|was|isn't) (?:off|wrong|not|false|right|outdated)\b/,
    ],
    [
      'do redo & but correctly properly right this with without',
      /^(?:redo|do it again)\b.{0,40}\b(?:properly|correctly|right|but|without|with|this time)\b/,
    ],
    [
      'instead rather & add call do have keep let make move name put use write',
      /^(?:instead|rather)(?: of [^,]{2,60})?,? (?:just |please )?(?:use|make|do|put|name|call|have|let's|keep|write|move|add)\b/,
    ],
    [
      'too',
      /^(?:too (?:long|short|much|many|big|small|verbose|complicated|broad|slow|wide|narrow))\b[,.:;! -]+\w+/,
    ],
    [
      'i nobody stop that why',
      /\bthat's a hallucination\b|\b(?:stop putting|stop adding|why did you|i never (?:said|asked)|nobody asked)\b/,
    ],
    ['no there & for to', /^(?:there(?:'s| is) no need|no need) (?:to|for)\b/],
  ],
};
