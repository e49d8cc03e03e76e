// Findings about one host: yes, no with a reason, or not applicable with a reason.
import { notOnce } from './seen.mjs';

export const CAPABILITIES = {
  installs: 'The program could be installed',
  wired: '`cortex setup` connects it',
  runs: 'A session works: tools are called, their results arrive, it answers and ends well',
  silent: 'Nothing is injected before anything was stored',
  pins: 'The next session is told what was pinned',
  tasks: 'and what was left to do',
  files: 'and which files were written',
  once: 'each in every request exactly once',
  apart: 'and nothing of another repository',
  resume: 'A resumed session is not told twice and stays in its chain',
  compaction: 'After the host compacts its context the model is told again',
  mcp: 'The model sees the MCP tools, calls one and gets its result',
  warm: "Tool events start no process of Node: the agent's own server or one child takes them in",
  killed: 'A session killed in the middle of a turn is over for the next one, with what it pinned',
  logs: 'No errors: in the log of Cortex, on the stderr of hooks, in what the host writes',
};

/** `without` has what the host cannot do, by capability: nothing is asked of it there. */
export function makeChecks(host, without = {}) {
  const found = new Map();
  const worse = (before, after) =>
    !before || before.ok === true || (before.ok === null && after.ok === false);
  const set = (capability, result) => {
    if (!(capability in CAPABILITIES)) throw new Error(`${capability} is no capability`);
    if (capability in without) return;
    if (worse(found.get(capability), result)) found.set(capability, result);
  };
  for (const [capability, why] of Object.entries(without))
    if (capability in CAPABILITIES) found.set(capability, { ok: null, why });
  const claims = [];
  const checks = {
    host,
    found,
    /** Claims of this host alone, beside the columns. */
    claims,
    claim: (text, ok, why) => {
      claims.push({ text, ok: Boolean(ok), ...(!ok && { why }) });
      return Boolean(ok);
    },
    /** Holds only if every claim made about the capability does; the first that fails gives the reason. */
    that: (capability, ok, why) => {
      set(capability, ok ? { ok: true } : { ok: false, why });
      return Boolean(ok);
    },
    /** A request holds the text exactly once. */
    once: (capability, request, text, who = '') => {
      const why = onceIn(request, text);
      return checks.that(capability, why === null, `${who}${why}`);
    },
    claimOnce: (claim, request, text) => {
      const why = onceIn(request, text);
      return checks.claim(claim, why === null, why);
    },
    cannot: (capability, why) => set(capability, { ok: null, why }),
    /** Fills in what was never reached: no success. */
    finish: (why, ok = false) => {
      for (const capability of Object.keys(CAPABILITIES))
        if (!found.has(capability)) found.set(capability, { ok, why });
    },
  };
  return checks;
}

const onceIn = (request, text) => (request ? notOnce(request, [text]) : 'the model was not asked');

export const failed = (all) =>
  all.some(({ found, claims }) => [...found.values(), ...claims].some(({ ok }) => ok === false));
