/** Signs that a sentence is not the speaker's own settled statement. */

/** Open, supposed or conditional. */
const UNSETTLED =
  /\b(?:if|unless|whether|maybe|perhaps|might|suppose|supposing|assuming|imagine|in case|provided|as long as|what about|not sure|would|could|should|i wonder|let's say|when(?:ever)?|haven't|hasn't|don't know|either)\b/;
/** Somebody else's word. */
const REPORTED =
  /\b(?:said|says|saying|thinks?|thought|told|wrote|writes|asked|asks|claims?|suggest(?:s|ed)?|recommend(?:s|ed)?|according to|(?:he|she|they|team)(?:'s| is| are|'re)? (?:going|using|decided))\b/;
/** Words that introduce text read from elsewhere. */
const READ_OUT =
  /\b(?:docs?|documentation|readme|tickets?|changelog|release notes|article|blog|comment|spec|commit|post|e?mail|slack|transcript|logs?)\b[^:]{0,40}: ?$/;
const ASKING =
  /^(?:should|shall|can|could|would|do|does|did|is|are|was|were|will|what|why|how|who|whom|which|when|where|whether|any|has|have)\b(?!'t)/;

/** Whether words before a trigger leave it the speaker's own settled statement. */
export function leadsIn(before: string): boolean {
  // A doubt counts within its clause; whose word it is counts for all that follows.
  const clause = before.slice(Math.max(before.lastIndexOf(':'), before.lastIndexOf(';')) + 1);
  const others = before.replace(/\bi(?:'d| would)? (?:think|say|thought)\b/g, '');
  return !UNSETTLED.test(clause) && !REPORTED.test(others) && !READ_OUT.test(before) && !ASKING.test(before);
}

/** A condition that follows takes the statement back. */
export function staysSettled(after: string): boolean {
  return !/\b(?:if|unless|in case|assuming|or not|or what|provided)\b/.test(after);
}

/** Fences, quotation marks and elements say themselves how far a quotation goes. */
export const MARKED = /^\s*(?:```|~~~|[>|<"“„«「])/;
